import { afterAll, expect, test } from 'bun:test';
import { sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { addPasskey, startPasskey } from '#contract/passkeys.ts';
import { Authenticator, type Made, type Tampering } from '../../test/authenticator.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const SITE = 'http://localhost:3000';
/** Must never be asked: it counts the requests to the address inside the certificate. */
const canary = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => {
    hits += 1;
    return new Response('no list');
  },
});
let hits = 0;
const api = await openTestApp();
const folder = await mkdtemp(join(tmpdir(), 'attestation-'));
afterAll(async () => {
  await canary.stop(true);
  await rm(folder, { recursive: true, force: true });
});

function openssl(...args: string[]): Uint8Array<ArrayBuffer> {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['openssl', ...args], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return new Uint8Array(stdout);
}

/** Attests like an Android key; the leaf certificate names the canary as the address of its revocation list. */
function attestAndroidKey({ authData, clientDataHash, privateKey }: Made) {
  const named = [
    '-subj',
    '/CN=Root',
    '-days',
    '2',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ];
  openssl('req', '-x509', ...named, '-keyout', 'root.key', '-out', 'root.pem');
  const root = openssl('x509', '-in', 'root.pem', '-outform', 'DER');
  // KeyDescription (DER): the library compares the challenge inside it before it looks at revocation lists.
  const description = `30340201030a01010201040a01010420${Buffer.from(clientDataHash).toString('hex')}040030003000`;
  writeFileSync(join(folder, 'leaf.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(
    join(folder, 'leaf.ext'),
    `1.3.6.1.4.1.11129.2.1.17=DER:${description}\ncrlDistributionPoints=URI:${canary.url.origin}/list.crl\n`,
  );
  openssl('req', '-new', '-key', 'leaf.key', '-subj', '/CN=Leaf', '-out', 'leaf.csr');
  const signer = [
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-extfile',
    'leaf.ext',
    '-days',
    '1',
  ];
  const leaf = openssl('x509', '-req', '-in', 'leaf.csr', ...signer, '-outform', 'DER');
  return { fmt: 'android-key', attStmt: toStatement({ authData, clientDataHash, privateKey }, [leaf, root]) };
}

function toStatement({ authData, clientDataHash, privateKey }: Made, x5c?: Uint8Array[]) {
  const sig = new Uint8Array(sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey));
  return new Map<string, unknown>([['alg', -7], ['sig', sig], ...(x5c ? ([['x5c', x5c]] as const) : [])]);
}

async function add(attest: Tampering['attest']) {
  const { token } = await addPerson(api.db);
  const options = (await api.call(startPasskey, { token })).body.data;
  const credential = new Authenticator(SITE).create(options, { attest });
  return api.call(addPasskey, { token, body: { name: 'Key', credential } });
}

test('P30 P55 a passkey whose attestation holds certificates is refused, and no address inside them is fetched', async () => {
  const refusal = 'This passkey could not be added. Please try again.';
  const android = await add(attestAndroidKey);
  expect([android.status, android.body.error]).toEqual([400, refusal]);
  for (const fmt of ['packed', 'tpm', 'apple', 'fido-u2f', 'android-safetynet', 'constructor']) {
    const reply = await add((made) => ({ fmt, attStmt: toStatement(made, [new Uint8Array([1])]) }));
    expect([fmt, reply.status, reply.body.error]).toEqual([fmt, 400, refusal]);
  }
  expect(hits).toBe(0);
});

/**
 * One text with two meanings: who skips the characters that are no base64url reads `harmless`, who counts each as six
 * zero bits reads `harmful`.
 */
function hide(harmful: string, harmless: Uint8Array): string {
  const begin = Buffer.from('a56370616443', 'hex');
  const end = Buffer.concat([harmless.subarray(1), Buffer.from('637a7a7a00', 'hex')]);
  const key = Buffer.from([0x79, end.length >> 8, end.length & 255]);
  const rest = Buffer.concat([key, end, Buffer.from([0]), Buffer.from(harmful, 'base64url').subarray(1)]);
  return `${begin.toString('base64url')}~~~~${rest.toString('base64url')}`;
}

test('P30 P55 an attestation that two decoders read differently is refused, and no address inside it is fetched', async () => {
  const { token } = await addPerson(api.db);
  const options = (await api.call(startPasskey, { token })).body.data;
  const credential = new Authenticator(SITE).create(options, { attest: attestAndroidKey });
  const { response } = credential;
  const harmless = isoCBOR.encode(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array()],
    ]) as never,
  );
  response.attestationObject = hide(String(response.attestationObject), harmless);
  const reply = await api.call(addPasskey, { token, body: { name: 'Key', credential } });
  expect([reply.status, hits]).toEqual([400, 0]);
});

test.each(['clientDataJSON', 'attestationObject'])(
  'P55 signs that decoders skip are refused in %s',
  async (field) => {
    const { token } = await addPerson(api.db);
    const options = (await api.call(startPasskey, { token })).body.data;
    const credential = new Authenticator(SITE).create(options);
    const response = credential.response as Record<string, string>;
    response[field] = `${response[field]?.slice(0, 4)}~~~~${response[field]?.slice(4)}`;
    const reply = await api.call(addPasskey, { token, body: { name: 'Key', credential } });
    expect([reply.status, reply.body.error]).toEqual([400, 'The answer of the passkey is required']);
  },
);

test('P55 a passkey that attests itself is added', async () => {
  expect((await add((made) => ({ fmt: 'packed', attStmt: toStatement(made) }))).status).toBe(201);
});
