import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { base64url, CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

export const US = 'did:web:league.example';
const LIST = 'https://league.example/api/public/credential-status';
export const EMAIL = 'meera@league.example';
const SALT = 'grains';

export async function makeKey(did = US) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { kid: `${did}#${await calculateJwkThumbprint(jwk)}`, jwk, privateKey };
}
export type Key = Awaited<ReturnType<typeof makeKey>>;

export const sign = (payload: object, { kid, privateKey }: Key): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'vc+jwt', cty: 'vc', kid })
    .sign(privateKey);

export const documentOf = (...keys: Key[]) => ({
  id: US,
  verificationMethod: keys.map(({ kid, jwk }) => ({
    ...{ id: kid, type: 'JsonWebKey2020', controller: US, publicKeyJwk: jwk },
  })),
  assertionMethod: keys.map(({ kid }) => kid),
});

/** Its place on the status list is 10. */
export const credential = {
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: US, type: ['Profile'], name: 'The League' },
  validFrom: '2026-06-13T10:00:00Z',
  credentialSubject: {
    identifier: [
      {
        ...{ type: 'IdentityObject', hashed: true, identityType: 'emailAddress', salt: SALT },
        identityHash: `sha256$${createHash('sha256')
          .update(EMAIL + SALT)
          .digest('hex')}`,
      },
    ],
    achievement: {
      name: 'ML',
      description: 'A league',
      criteria: { narrative: 'Complete every topic' },
    },
  },
  evidence: [{ id: 'https://code.example/work', type: ['Evidence'], name: 'A classifier' }],
  credentialStatus: {
    ...{ type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
    ...{ statusListIndex: '10', statusListCredential: LIST },
  },
};

export function listWith(revoked: number[], changes: object = {}) {
  const bits = new Uint8Array(1 << 17);
  for (const index of revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  return {
    id: LIST,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: US,
    credentialSubject: {
      statusPurpose: 'revocation',
      encodedList: `u${base64url.encode(gzipSync(bits))}`,
    },
    ...changes,
  };
}

/** A chunk of a PNG. */
export function chunk(type: string, text = '', length = text.length): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt32BE(length);
  // The reader skips the checksum.
  return Buffer.concat([start, Buffer.from(type + text, 'latin1'), Buffer.alloc(4)]);
}

export const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const bake = (jws: string): Buffer =>
  Buffer.concat([
    PNG_START,
    ...[chunk('IHDR', '\0'.repeat(13)), chunk('iTXt', `openbadgecredential\0\0\0\0\0${jws}`), chunk('IEND')],
  ]);
