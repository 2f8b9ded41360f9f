import { expect, spyOn, test } from 'bun:test';
import { base64url, CompactSign, type JWK } from 'jose';
import { type Checked, checkCredential, checkHolder } from './check-credential.ts';
import { findIssuer, type Issuer, readIssuer, readIssuerAtBuild } from './issuer.ts';
import {
  credential,
  documentOf,
  EMAIL,
  type Key,
  listWith,
  makeKey,
  sign as signWith,
  US,
} from './testing/signed-files.ts';

const NOW = new Date('2026-11-30T12:00:00Z');
const encode = (value: unknown) => base64url.encode(JSON.stringify(value));
const [key, otherKey, removedKey] = await Promise.all([makeKey(), makeKey(), makeKey()]);
const ours = readIssuer(documentOf(key, otherKey));
const sign = (payload: object, signer: Key = key) => signWith(payload, signer);

interface Case {
  issuer?: Issuer | null;
  isLive?: boolean;
  now?: Date;
  list?: string | Error;
}

async function check(
  jws: string,
  { issuer = ours, isLive = true, now = NOW, list }: Case = {},
): Promise<Checked> {
  const status = list ?? (await sign(listWith([9, 11])));
  const readStatusList = async () => {
    if (status instanceof Error) throw status;
    return status;
  };
  return checkCredential(jws, { issuer, isLive, now, readStatusList });
}

/** First the outcome, then the states of the lines and their texts. */
function summary({ outcome, lines }: Checked): [string, string, string] {
  const all = Object.entries(lines);
  return [
    outcome,
    all.map(([name, { state }]) => `${name} ${state}`).join(', '),
    all.map(([, { text }]) => text).join(' '),
  ];
}

const UNPROVEN = 'holder unchecked, status unchecked, dates unchecked';

test('a genuine credential, what it says, and whose address it holds', async () => {
  const checked = await check(await sign(credential));
  const [outcome, states] = summary(checked);
  expect(outcome).toBe('genuine');
  expect(states).toBe('signature good, issuer good, holder unchecked, status good, dates good');
  expect(checked.claims).toEqual({
    title: 'ML',
    description: 'A league',
    criteria: 'Complete every topic',
    issuer: 'The League',
    day: 'June 13, 2026',
    evidence: [{ url: 'https://code.example/work', name: 'A classifier' }],
  });
  const { criteria } = credential.credentialSubject.achievement;
  const achievement = { name: 'ML', description: criteria.narrative, criteria };
  const repeated = await check(await sign({ ...credential, credentialSubject: { achievement } }));
  expect(repeated.claims).toMatchObject({ description: '', criteria: 'Complete every topic' });
  expect((await checkHolder(` ${EMAIL.toUpperCase()} `, checked)).state).toBe('good');
  expect((await checkHolder('aditi@league.example', checked)).state).toBe('bad');
});

test('a tampered payload, header or signature', async () => {
  const [header = '', payload = '', signature = ''] = (await sign(credential)).split('.');
  const changed = { ...credential, validFrom: '2020-01-01T00:00:00Z' };
  const otherHeader = encode({ alg: 'EdDSA', typ: 'vc+jwt', kid: otherKey.kid });
  for (const jws of [
    `${header}.${encode(changed)}.${signature}`,
    `${otherHeader}.${payload}.${signature}`,
    `${header}.${payload}.${base64url.encode(new Uint8Array(64))}`,
    `${header}.${payload}.`,
  ]) {
    const [outcome, states, texts] = summary(await check(jws));
    expect([outcome, states]).toEqual(['tampered', `signature bad, issuer unchecked, ${UNPROVEN}`]);
    expect(texts).toContain('changed after it was signed');
  }
});

test('an unknown key, and the key of another DID', async () => {
  const stranger = await makeKey('did:web:evil.example');
  for (const signer of [removedKey, stranger]) {
    const [outcome, states, texts] = summary(await check(await sign(credential, signer)));
    expect([outcome, states]).toEqual(['unsigned', `signature bad, issuer unchecked, ${UNPROVEN}`]);
    expect(texts).toContain('a key that is not ours');
  }
});

test('a foreign issuer, whatever its signature', async () => {
  for (const id of ['did:web:evil.example', { id: 'did:web:evil.example' }, undefined]) {
    const checked = await check(await sign({ ...credential, issuer: id }));
    const [outcome, states] = summary(checked);
    expect([outcome, states]).toEqual(['foreign', `signature unchecked, issuer bad, ${UNPROVEN}`]);
    expect(checked.holders).toEqual([]);
  }
});

test("'none', and a public key taken for a shared secret", async () => {
  const secret = new TextEncoder().encode(String(key.jwk.x));
  const hs256 = await new CompactSign(new TextEncoder().encode(JSON.stringify(credential)))
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .sign(secret);
  const none = `${encode({ alg: 'none', kid: key.kid })}.${encode(credential)}.`;
  const shared: JWK = { kty: 'oct', k: base64url.encode(secret) };
  for (const jws of [hs256, none]) {
    for (const jwk of [key.jwk, shared]) {
      const [outcome, states, texts] = summary(
        await check(jws, { issuer: { id: US, keys: new Map([[key.kid, jwk]]) } }),
      );
      expect([outcome, states]).toEqual(['unsigned', `signature bad, issuer unchecked, ${UNPROVEN}`]);
      expect(texts).toContain('a method that we never use');
    }
  }
});

test('revoked, expired, not yet valid, without a day', async () => {
  const list = await sign(listWith([10]));
  const [revoked, states] = summary(await check(await sign(credential), { list }));
  expect([revoked, states]).toEqual([
    'revoked',
    'signature good, issuer good, holder unchecked, status bad, dates good',
  ]);
  const over = await sign({ ...credential, validUntil: '2026-11-30T11:59:59Z' });
  expect(summary(await check(over))[0]).toBe('expired');
  expect(summary(await check(over, { list }))[0]).toBe('revoked');
  expect(summary(await check(over, { now: new Date('2026-11-30T11:59:58Z') }))[0]).toBe('genuine');
  const early = await check(await sign(credential), { now: new Date('2026-06-13T09:59:59Z') });
  expect([early.outcome, early.lines.dates.state]).toEqual(['early', 'bad']);
  for (const dates of [{ validFrom: 'soon' }, { validFrom: undefined }, { validUntil: 7 }]) {
    const { outcome, lines } = await check(await sign({ ...credential, ...dates }));
    expect([outcome, lines.dates.state]).toEqual(['unconfirmed', 'unchecked']);
  }
});

test('a status list that is away, unsigned by us, of another issuer or purpose, unreadable or too short', async () => {
  const [header, payload] = (await sign(listWith([]))).split('.');
  const noZip = { credentialSubject: { statusPurpose: 'revocation', encodedList: 'uAAAA' } };
  const cases: [string | Error, string][] = [
    [new Error('offline'), 'could not be reached'],
    [await sign(listWith([]), removedKey), 'not signed by us'],
    [await sign(listWith([], { issuer: 'did:web:evil.example' })), 'not signed by us'],
    [await sign(listWith([], { credentialSubject: { statusPurpose: 'suspension' } })), 'not signed by us'],
    [`${header}.${payload}.${base64url.encode(new Uint8Array(64))}`, 'not signed by us'],
    [await sign(listWith([], noZip)), 'could not be read'],
    ['<!doctype html>', 'could not be read'],
  ];
  for (const [list, words] of cases) {
    const { outcome, lines } = await check(await sign(credential), { list });
    expect([outcome, lines.status.state, lines.signature.state]).toEqual([
      'unconfirmed',
      'unchecked',
      'good',
    ]);
    expect(lines.status.text).toContain(words);
  }
});

test('a place outside the status list, and none at all', async () => {
  const { credentialStatus: entry } = credential;
  for (const statusListIndex of [String(1 << 20), '-1', '1.5', '99999999999', '', {}, null]) {
    const changed = { ...credential, credentialStatus: { ...entry, statusListIndex } };
    const { outcome, lines } = await check(await sign(changed));
    expect([outcome, lines.status.text]).toEqual([
      'unconfirmed',
      'Our list of revoked awards has no place for it.',
    ]);
  }
  const last = { ...credential, credentialStatus: { ...entry, statusListIndex: String((1 << 20) - 1) } };
  expect((await check(await sign(last))).outcome).toBe('genuine');
  for (const credentialStatus of [undefined, [], 'revoked', { ...entry, statusPurpose: 'suspension' }]) {
    const { outcome, lines } = await check(await sign({ ...credential, credentialStatus }));
    expect([outcome, lines.status.state]).toEqual(['unconfirmed', 'unchecked']);
  }
});

test('no credential at all', async () => {
  const header = encode({ alg: 'EdDSA', kid: key.kid });
  for (const jws of [
    await sign({ sub: 'a session' }),
    await sign(listWith([])),
    `${header}.${base64url.encode('[]')}.AA`,
    `${header}.${base64url.encode('null')}.AA`,
    `${header}.AAAA.AA`,
    `eyJ.${encode(credential)}.AA`,
  ]) {
    await expect(check(jws)).rejects.toThrow('There is no signed credential in this file.');
  }
});

test('hostile claims are cut short, and lead to no address but http and https', async () => {
  const hostile = {
    ...credential,
    issuer: { id: US, name: { toString: 'x' } },
    credentialSubject: {
      achievement: { name: 'x'.repeat(100_000), criteria: null },
      identifier: [null, 'x', { hashed: true }],
    },
    evidence: [
      ...['javascript:alert(1)', 'data:text/html,x', 'https://', null, 7].map((id) => ({ id, name: 'x' })),
      ...['x', null],
      ...Array.from({ length: 50 }, (_, at) => ({ id: `http://code.example/${at}`, name: ['x'] })),
    ],
  };
  const checked = await check(await sign(hostile));
  expect(checked.claims).toMatchObject({ issuer: US, criteria: '' });
  expect(checked.claims.title).toHaveLength(2000);
  expect(checked.claims.evidence).toHaveLength(13);
  expect(checked.claims.evidence.every(({ url }) => url.startsWith('http://code.example/'))).toBe(true);
  expect(checked.lines.holder.text).toBe('The file names no address.');
});

test('keys: the site as it answers wins over the build; a removed key is no longer ours; offline the build counts', async () => {
  const built = readIssuer(documentOf(key, removedKey));
  const jws = await sign(credential, removedKey);
  const answer =
    (body: unknown, status = 200) =>
    async () =>
      Response.json(body, { status });
  const outcomeWith = async (ask: () => Promise<Response>, known = built) => {
    const { outcome, lines } = await check(jws, await findIssuer(known, ask));
    return [outcome, lines.issuer.text.includes('keys that came with this page')];
  };
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await outcomeWith(answer(documentOf(key, removedKey)))).toEqual(['genuine', false]);
  expect(await outcomeWith(answer(documentOf(key)))).toEqual(['unsigned', false]);
  expect(await outcomeWith(answer({ success: false }, 404))).toEqual(['unsigned', false]);
  expect(await outcomeWith(offline)).toEqual(['genuine', true]);
  expect(await outcomeWith(answer({ success: false }, 503))).toEqual(['genuine', true]);
  expect(await outcomeWith(async () => new Response('<!doctype html>'))).toEqual(['genuine', true]);
  expect(await outcomeWith(offline, null)).toEqual(['unchecked', false]);
  expect(await outcomeWith(answer({ success: false }, 404), null)).toEqual(['unchecked', false]);
});

test('the build reads the keys of the day, waits two seconds, and says so where there are none to read', async () => {
  const answers: Record<string, () => Response | Promise<Response>> = {
    well: () => Response.json(documentOf(key)),
    none: () => Response.json({ success: false }, { status: 404 }),
    down: () => Response.json({ success: false }, { status: 503 }),
    page: () => new Response('<!doctype html>'),
    silent: () => new Promise<Response>(() => {}),
  };
  let manner = '';
  const routes = { '/.well-known/did.json': () => answers[manner]?.() ?? Response.error() };
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes });
  const warn = spyOn(console, 'warn').mockImplementation(() => {});
  try {
    const read = async (how: string) => {
      manner = how;
      warn.mockClear();
      const document = await readIssuerAtBuild(server.url.href);
      return [
        document,
        warn.mock.calls.flat().filter((text) => /^! No keys of credentials/.test(text)).length,
      ];
    };
    expect(await read('well')).toEqual([JSON.stringify(documentOf(key)), 0]);
    expect(await read('none')).toEqual([null, 0]);
    for (const how of ['down', 'page']) expect([how, ...(await read(how))]).toEqual([how, null, 1]);
    const startedAt = performance.now();
    expect(await read('silent')).toEqual([null, 1]);
    expect(performance.now() - startedAt).toBeLessThan(3000);
    warn.mockClear();
    expect(await readIssuerAtBuild(undefined)).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  } finally {
    warn.mockRestore();
    await server.stop(true);
  }
});

test('a DID document gives only keys for assertions', () => {
  const document = documentOf(key, removedKey);
  const narrow = readIssuer({ ...document, assertionMethod: [key.kid] });
  expect([...(narrow?.keys.keys() ?? [])]).toEqual([key.kid]);
  for (const wrong of [null, 7, 'x', [], {}, { ...document, id: 1 }, { ...document, assertionMethod: 'x' }])
    expect(readIssuer(wrong)).toBeNull();
  expect(readIssuer({ ...document, verificationMethod: [null, 'x', {}] })?.keys.size).toBe(0);
});

test('the files that the API issues to the Luminary of the demo', async () => {
  const file = (name: string) => Bun.file(`api/test/credential-vector/${name}`);
  const issuer = readIssuer(await file('did.json').json());
  const list = await file('status.jwt').text();
  const checked = await check(await file('credential.jwt').text(), { issuer, list });
  expect(checked.outcome).toBe('genuine');
  expect(checked.claims.evidence).toEqual([
    { url: 'https://github.com/aditi-menon/predict-rents', name: 'Predict rents' },
  ]);
  expect((await checkHolder('luminary@demo.openleague.test', checked)).state).toBe('good');
  expect((await check(await file('revoked.jwt').text(), { issuer, list })).outcome).toBe('revoked');
});

test('a browser without Ed25519 says so', async () => {
  const { importKey } = crypto.subtle;
  crypto.subtle.importKey = (() =>
    Promise.reject(new DOMException('', 'NotSupportedError'))) as typeof importKey;
  try {
    const [outcome, states, texts] = summary(await check(await sign(credential)));
    expect([outcome, states]).toEqual(['unchecked', `signature unchecked, issuer unchecked, ${UNPROVEN}`]);
    expect(texts).toContain('This browser cannot check it');
  } finally {
    crypto.subtle.importKey = importKey;
  }
});
