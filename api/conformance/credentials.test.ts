import { expect, test } from 'bun:test';
import { join } from 'node:path';
// @ts-expect-error It has no types.
import { Bitstring } from '@digitalbazaar/bitstring';
import { verifyJWT } from 'did-jwt';
import { Resolver } from 'did-resolver';
import { eq } from 'drizzle-orm';
import { base64url, exportJWK, generateKeyPair } from 'jose';
import * as calls from '#contract/credentials.ts';
import { checkCredential } from '#site/credentials/check-credential.ts';
import { findIssuer } from '#site/credentials/issuer.ts';
import { findSigner, removeKey, toSigner } from '../people/credentials/keys.ts';
import { certificates, userBadges, userSpecializations } from '../platform/db/schema/awards.ts';
import { createId } from '../platform/process/secrets.ts';
import { addBadge } from '../test/awards.ts';
import { addCertificate, addSpecialization } from '../test/certificates.ts';
import { addCredentialKey } from '../test/credentials.ts';
import { addLeague, addLearner } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';

// Each file is judged by the checker of /verify, and by libraries that others wrote: did-jwt and did-resolver for
// signature and issuer, @digitalbazaar/bitstring for the status list.

const api = await openTestApp({ PUBLIC_SITE_URL: 'https://league.example.test' });
const { db } = api;
const DID = 'did:web:league.example.test';
const firstKey = await addCredentialKey(db);

/** Answers a path of the issuer's site. */
type Ask = (path: string) => Promise<Response>;
type Verdict = 'accepted' | 'revoked' | 'refused';
type Judge = (jws: string, did: string, ask: Ask) => Promise<Verdict>;

const judgeByOthers: Judge = async (jws, did, ask) => {
  const resolver = new Resolver({
    web: async (asked) => {
      const reply = asked === did ? await ask(calls.ISSUER_DOCUMENT_PATH) : null;
      if (!reply?.ok) throw new Error(`${asked} is not found`);
      return {
        didResolutionMetadata: { contentType: 'application/did+json' },
        didDocument: await reply.json(),
        didDocumentMetadata: {},
      };
    },
  });
  // did-jwt has the types of an earlier did-resolver.
  const options = { resolver: resolver as never, proofPurpose: 'assertionMethod' as const };
  const verify = async (signed: string) => (await verifyJWT(signed, options)).payload;
  try {
    const { credentialStatus, issuer, iss } = await verify(jws);
    if (issuer.id !== iss) return 'refused';
    const { statusListCredential, statusListIndex } = credentialStatus;
    const list = await verify(await (await ask(new URL(statusListCredential).pathname)).text());
    if (list.issuer !== iss || list.id !== statusListCredential) return 'refused';
    const encoded = list.credentialSubject.encodedList.slice(1);
    const bits = new Bitstring({ buffer: await Bitstring.decodeBits({ encoded }) });
    return bits.get(Number(statusListIndex)) ? 'revoked' : 'accepted';
  } catch {
    return 'refused';
  }
};

const judgeByOurs: Judge = async (jws, _, ask) => {
  const means = await findIssuer(null, () => ask(calls.ISSUER_DOCUMENT_PATH));
  const readStatusList = async () => (await ask(`/api${calls.getCredentialStatus.path}`)).text();
  const { outcome } = await checkCredential(jws, { ...means, now: new Date(), readStatusList });
  return outcome === 'genuine' ? 'accepted' : outcome === 'revoked' ? 'revoked' : 'refused';
};

/** Of both, or in what they differ. */
async function judge(jws: string, did = DID, ask: Ask = api.request): Promise<string> {
  const others = await judgeByOthers(jws, did, ask);
  const ours = await judgeByOurs(jws, did, ask);
  return others === ours ? ours : `${others} by others, ${ours} by /verify`;
}

const league = await addLeague(db, { name: 'ML “1.0” – मशीन 😀', weeks: 0 });
const person = await addLearner(db, [league]);
const badgeId = await addBadge(db, league.id, 'Model Builder', [person.id]);
const [badge] = await db.select().from(userBadges).where(eq(userBadges.badgeId, badgeId));
const paper = await addCertificate(api, person, league);
const done = { id: createId(), userId: person.id, specializationId: await addSpecialization(api, [league]) };
await db.insert(userSpecializations).values(done);

async function issue(kind: calls.CredentialKind, id = ''): Promise<string> {
  const body = { kind, id, hasProjects: true };
  return (await api.call(calls.issueCredential, { token: person.token, body })).body.data.credential;
}
const issueAll = async () => ({
  badge: await issue('badge', badge?.id),
  certificate: await issue('certificate', paper.id),
  specialization: await issue('specialization', done.id),
});

const decode = (part = '') => JSON.parse(new TextDecoder().decode(base64url.decode(part)));
const encode = (value: object) => base64url.encode(JSON.stringify(value));

/** Files that a verifier must refuse, made of one that it accepts. */
async function forge(jws: string): Promise<Record<string, string>> {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const credential = decode(payload);
  const own = await findSigner(db, api.secret);
  if (!own) throw new Error('no key');
  const stranger = await exportJWK((await generateKeyPair('EdDSA', { extractable: true })).privateKey);
  const signer = await toSigner(stranger, firstKey);
  const other = { ...credential, iss: 'did:web:evil.example', issuer: { id: 'did:web:evil.example' } };
  return {
    'another title': `${header}.${encode({ ...credential, name: 'Grandmaster' })}.${signature}`,
    'another index': `${header}.${encode({ ...credential, credentialStatus: { ...credential.credentialStatus, statusListIndex: '1' } })}.${signature}`,
    'another signature': `${header}.${payload}.${base64url.encode(new Uint8Array(64))}`,
    'no signature': `${header}.${payload}.`,
    'no algorithm': `${encode({ ...decode(header), alg: 'none' })}.${payload}.`,
    'another algorithm': `${encode({ ...decode(header), alg: 'HS256' })}.${payload}.${signature}`,
    'a key of somebody else under our name': await signer.sign(DID, credential),
    'not valid yet': await own.sign(DID, {
      ...credential,
      validFrom: '2100-01-01T00:00:00Z',
      nbf: 4_102_444_800,
    }),
    'no longer valid': await own.sign(DID, {
      ...credential,
      validUntil: '2026-03-01T00:00:00Z',
      exp: 1_772_323_200,
    }),
    'another issuer': await signer.sign('did:web:evil.example', other),
    'our issuer beside another one': await signer.sign(DID, { ...credential, iss: 'did:web:evil.example' }),
  };
}

test('what was issued is accepted, what was changed or signed by others is refused', async () => {
  for (const [kind, jws] of Object.entries(await issueAll())) {
    expect([kind, await judge(jws)]).toEqual([kind, 'accepted']);
    for (const [fault, forged] of Object.entries(await forge(jws))) {
      expect([kind, fault, await judge(forged)]).toEqual([kind, fault, 'refused']);
    }
  }
});

test('what is revoked is found in the list, and only that', async () => {
  const files = await issueAll();
  const verdicts = async () => Promise.all(Object.values(files).map((jws) => judge(jws)));
  const setRevoked = (revokedAt: Date | null) =>
    db
      .update(certificates)
      .set({ revokedAt, revocationReason: revokedAt && 'Copied' })
      .where(eq(certificates.id, paper.id));
  await setRevoked(new Date());
  expect(await verdicts()).toEqual(['accepted', 'revoked', 'accepted']);
  await setRevoked(null);
  expect(await verdicts()).toEqual(['accepted', 'accepted', 'accepted']);
  await db.delete(userSpecializations).where(eq(userSpecializations.id, done.id));
  expect(await verdicts()).toEqual(['accepted', 'accepted', 'revoked']);
});

test('old files stay valid under a new key, and end with the key that signed them', async () => {
  const old = await issue('badge', badge?.id);
  const secondKey = await addCredentialKey(db);
  const fresh = await issue('badge', badge?.id);
  expect(decode(fresh.split('.')[0]).kid).toBe(`${DID}#${secondKey}`);
  expect([await judge(old), await judge(fresh)]).toEqual(['accepted', 'accepted']);
  await removeKey(db, firstKey);
  expect([await judge(old), await judge(fresh)]).toEqual(['refused', 'accepted']);
});

test('the files of the repository are read as well', async () => {
  const file = (name: string) => Bun.file(join(import.meta.dir, '../test/credential-vector', name));
  const ask: Ask = async (path) => new Response(file(path.endsWith('did.json') ? 'did.json' : 'status.jwt'));
  const verdicts = ['credential.jwt', 'revoked.jwt'].map(async (name) =>
    judge(await file(name).text(), 'did:web:openleague.example', ask),
  );
  expect(await Promise.all(verdicts)).toEqual(['accepted', 'revoked']);
});
