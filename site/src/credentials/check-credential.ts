import { base64url, compactVerify, decodeJwt, decodeProtectedHeader, importJWK } from 'jose';
import type { Issuer } from './issuer.ts';
import { FileFault } from './read-file.ts';

export interface Line {
  state: 'good' | 'bad' | 'unchecked';
  text: string;
}

const DISTRUST = 'Do not rely on it. Ask its holder for the original file.';
/** State, heading and advice. */
export const OUTCOMES = {
  genuine: ['good', 'This credential is genuine', 'We issued it, nothing in it was changed, and it counts.'],
  'other-holder': ['bad', 'Genuine, but issued to another address', 'Ask its holder which address it names.'],
  unconfirmed: ['unchecked', 'We issued it, but not all was checked', 'Check it again with a connection.'],
  revoked: ['bad', 'This credential was revoked', 'We issued it and took it back. It no longer counts.'],
  expired: ['bad', 'This credential has expired', 'We issued it, and it counted until its last day.'],
  early: ['bad', 'This credential is not valid yet', 'We issued it for a day to come.'],
  tampered: ['bad', 'This file was changed', DISTRUST],
  unsigned: ['bad', 'We did not sign this file', DISTRUST],
  foreign: ['unchecked', 'This credential is not ours', 'We only check what we issued: ask its issuer.'],
  unchecked: ['unchecked', 'This credential could not be checked', 'This says nothing about the credential.'],
} as const;
type Outcome = keyof typeof OUTCOMES;

export interface Checked {
  outcome: Outcome;
  lines: Record<'signature' | 'issuer' | 'holder' | 'status' | 'dates', Line>;
  /** What the file says; only a good signature proves it. */
  claims: ReturnType<typeof readClaims>;
  /** Salted hashes of addresses; none without a good signature. */
  holders: { hash: string; salt: string }[];
}

interface Means {
  issuer: Issuer | null;
  /** False with the keys of the build. */
  isLive: boolean;
  now: Date;
  /** The signed list of revoked credentials; throws where it cannot be reached. */
  readStatusList: () => Promise<string>;
}

const ALGORITHM = 'EdDSA';
const MAX_LETTERS = 2000;
const MAX_EVIDENCE = 20;

const good = (text: string): Line => ({ state: 'good', text });
const bad = (text: string): Line => ({ state: 'bad', text });
const unchecked = (text: string): Line => ({ state: 'unchecked', text });

const SIGNATURE_FAULTS = {
  method: ['unsigned', bad('It is signed by a method that we never use.')],
  key: ['unsigned', bad('It is signed with a key that is not ours, or no longer is.')],
  content: ['tampered', bad('The file was changed after it was signed, or damaged on its way.')],
  browser: ['unchecked', unchecked('This browser cannot check it. Update it, or use another one.')],
} as const;

/** Throws FileFault for a JWS that is no Open Badges credential. */
export async function checkCredential(jws: string, means: Means): Promise<Checked> {
  const credential = decode(jws);
  if (!listOf(credential.type).includes('OpenBadgeCredential')) throw new FileFault('none');
  const { issuer } = means;
  const from = idOf(credential.issuer);
  const base = { claims: readClaims(credential), holders: [] };
  const unproven = (outcome: Outcome, signature: Line, issuedBy: Line): Checked => {
    const rest = unchecked('It proves nothing as long as the signature is not good.');
    const lines = { signature, issuer: issuedBy, holder: rest, status: rest, dates: rest };
    return { ...base, outcome, lines };
  };
  if (!issuer) {
    const reason = unchecked('Our keys could not be read. Try again with a connection.');
    return unproven('unchecked', reason, reason);
  }
  if (from !== issuer.id) {
    const issuedBy = bad(`It names ${from || 'nobody'} as its issuer. That is not us.`);
    return unproven('foreign', unchecked('We have no key of its issuer.'), issuedBy);
  }
  const fault = await findSignatureFault(jws, issuer);
  if (fault) {
    const [outcome, signature] = SIGNATURE_FAULTS[fault];
    return unproven(outcome, signature, unchecked('It names us, but only a good signature proves it.'));
  }
  const [dates, dateOutcome] = checkDates(credential, means.now);
  const status = await checkStatus(credential, issuer, means.readStatusList);
  const statusOutcome = status.state === 'unchecked' ? 'unconfirmed' : 'genuine';
  const source = means.isLive ? '' : ' Checked with the keys that came with this page.';
  const holders = readHolders(credential);
  const lines = {
    signature: good('The file is exactly as it was signed.'),
    issuer: good(`We issued it, as ${from}.${source}`),
    holder: unchecked(holders.length > 0 ? 'Compare an email address below.' : 'The file names no address.'),
    status,
    dates,
  };
  const outcome = status.state === 'bad' ? 'revoked' : (dateOutcome ?? statusOutcome);
  return { ...base, outcome, lines, holders };
}

export async function checkHolder(email: string, { holders }: Checked): Promise<Line> {
  for (const { hash, salt } of holders) {
    const bytes = new TextEncoder().encode(email.trim().toLowerCase() + salt);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hash === `sha256$${hex}`) return good(`It was issued to ${email.trim()}.`);
  }
  return bad(`It was not issued to ${email.trim()}.`);
}

type SignatureFault = keyof typeof SIGNATURE_FAULTS;
async function findSignatureFault(jws: string, { keys }: Issuer): Promise<SignatureFault | null> {
  const { alg, kid } = decodeProtectedHeader(jws);
  if (alg !== ALGORITHM) return 'method';
  const jwk = keys.get(kid);
  if (!jwk) return 'key';
  const key = await importJWK(jwk, ALGORITHM).catch(() => null);
  if (!key) return 'browser';
  return compactVerify(jws, key, { algorithms: [ALGORITHM] }).then(
    () => null,
    () => 'content',
  );
}

async function checkStatus(
  { credentialStatus }: Record<string, unknown>,
  issuer: Issuer,
  readStatusList: Means['readStatusList'],
): Promise<Line> {
  const entry = listOf(credentialStatus)
    .map(Object)
    .find(({ type, statusPurpose }) => type === 'BitstringStatusListEntry' && statusPurpose === 'revocation');
  if (!entry) return unchecked('The file does not say where its status is listed.');
  const list = await readStatusList().catch(() => null);
  if (list === null) return unchecked('Our list of revoked awards could not be reached.');
  try {
    const { issuer: from, credentialSubject } = decode(list);
    const { statusPurpose, encodedList } = Object(credentialSubject);
    const isOurs = idOf(from) === issuer.id && statusPurpose === 'revocation';
    if (!isOurs || (await findSignatureFault(list, issuer)))
      return unchecked('The list of revoked awards that we got is not signed by us.');
    const bits = await unzip(new Uint8Array(base64url.decode(String(encodedList).slice(1))));
    const place = String(entry.statusListIndex);
    const byte = /^\d{1,9}$/.test(place) ? bits[Number(place) >> 3] : undefined;
    if (byte === undefined) return unchecked('Our list of revoked awards has no place for it.');
    return byte & (0x80 >> (Number(place) & 7))
      ? bad('It was revoked and no longer counts.')
      : good('It was not revoked.');
  } catch {
    return unchecked('Our list of revoked awards could not be read.');
  }
}

async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function checkDates({ validFrom, validUntil }: Record<string, unknown>, now: Date): [Line, Outcome?] {
  const [from, until] = [toDay(validFrom), toDay(validUntil)];
  if (!from || (validUntil !== undefined && !until))
    return [unchecked('The file names no day that we can read.'), 'unconfirmed'];
  if (new Date(String(validFrom)) > now) return [bad(`It is only valid from ${from}.`), 'early'];
  if (!until) return [good(`It is valid since ${from} and does not expire.`)];
  if (new Date(String(validUntil)) < now) return [bad(`It expired on ${until}.`), 'expired'];
  return [good(`It is valid from ${from} until ${until}.`)];
}

function readClaims({ issuer, validFrom, credentialSubject, evidence }: Record<string, unknown>) {
  const { name, description, criteria } = Object(Object(credentialSubject).achievement);
  const narrative = textOf(Object(criteria).narrative);
  return {
    title: textOf(name),
    description: textOf(description) === narrative ? '' : textOf(description),
    criteria: narrative,
    issuer: textOf(Object(issuer).name) || idOf(issuer),
    day: toDay(validFrom),
    evidence: listOf(evidence)
      .slice(0, MAX_EVIDENCE)
      .map((proof) => ({ url: textOf(Object(proof).id), name: textOf(Object(proof).name) }))
      .filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url)),
  };
}

function readHolders({ credentialSubject }: Record<string, unknown>): Checked['holders'] {
  return listOf(Object(credentialSubject).identifier)
    .map(Object)
    .filter(({ identityType }) => identityType === 'emailAddress')
    .map(({ identityHash, salt }) => ({ hash: textOf(identityHash), salt: textOf(salt) }));
}

function decode(jws: string): Record<string, unknown> {
  try {
    decodeProtectedHeader(jws);
    return decodeJwt(jws);
  } catch {
    throw new FileFault('none');
  }
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim().slice(0, MAX_LETTERS) : '';
const idOf = (value: unknown): string => textOf(typeof value === 'string' ? value : Object(value).id);

/** 'June 13, 2025' in the reader's time zone; '' for anything but a date. */
function toDay(value: unknown): string {
  const day = new Date(textOf(value));
  return Number.isNaN(day.getTime()) ? '' : day.toLocaleDateString('en-US', { dateStyle: 'long' });
}
