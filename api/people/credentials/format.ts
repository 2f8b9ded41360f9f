import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { API_BASE_PATH } from '#contract/constants.ts';
import { getCredentialStatus, STATUS_LIST_SIZE, toIssuerId } from '#contract/credentials.ts';
import type { credentials } from '../../platform/db/schema/people.ts';
import { type SiteAddress, toApiOrigin, toSiteOrigin } from '../../platform/http/share-links.ts';
import { product } from '../../platform/process/product.ts';
import type { HeldAward } from './awards.ts';

// W3C Verifiable Credentials 2.0, Bitstring Status List 1.0 and Open Badges 3.0. The order of fields is part of what is
// signed.

const VC_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
const STATUS_TTL_MS = 300_000;

export type Issuer = ReturnType<typeof toIssuer>;

export function toIssuer(config: SiteAddress) {
  const origin = toSiteOrigin(config);
  const statusList = `${toApiOrigin(config)}${API_BASE_PATH}${getCredentialStatus.path}`;
  return { id: toIssuerId(origin), origin, statusList };
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
/** W3C data model, 4.9: an XML Schema dateTimeStamp. */
const stamp = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;

export type CredentialKey = Pick<typeof credentials.$inferSelect, 'id' | 'salt' | 'statusIndex'>;

export function toCredential(
  issuer: Issuer,
  { id, salt, statusIndex }: CredentialKey,
  { kind, title, earnedAt, achievement, projects }: HeldAward,
  email: string,
): object {
  return {
    '@context': [VC_CONTEXT, BADGES_CONTEXT],
    id: `urn:uuid:${id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: issuer.id, type: ['Profile'], name: product.name, url: issuer.origin },
    name: title,
    validFrom: stamp(earnedAt),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          hashed: true,
          identityHash: `sha256$${hash('sha256', email + salt)}`,
          identityType: 'emailAddress',
          salt,
        },
      ],
      achievement: {
        id: `${issuer.id}/${kind}/${encodeURIComponent(achievement.id)}`,
        type: ['Achievement'],
        achievementType: achievement.type,
        name: title,
        description: achievement.description,
        criteria: { narrative: achievement.criteria },
      },
    },
    ...(projects.length > 0 && {
      evidence: projects.map(({ url, title: name }) => ({ id: url, type: ['Evidence'], name })),
    }),
    credentialStatus: {
      id: `${issuer.statusList}#${statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(statusIndex),
      statusListCredential: issuer.statusList,
    },
    iss: issuer.id,
    jti: `urn:uuid:${id}`,
    nbf: seconds(earnedAt),
  };
}

export function toStatusList(issuer: Issuer, revoked: readonly number[], now = new Date()) {
  return {
    '@context': [VC_CONTEXT],
    id: issuer.statusList,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuer.id,
    validFrom: stamp(now),
    credentialSubject: {
      id: `${issuer.statusList}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: toEncodedList(revoked),
      ttl: STATUS_TTL_MS,
    },
    iss: issuer.id,
    jti: issuer.statusList,
    nbf: seconds(now),
  };
}

/** Index 0 is the leftmost bit of the first byte. */
function toEncodedList(indexes: readonly number[]): string {
  const bits = new Uint8Array(STATUS_LIST_SIZE / 8);
  for (const index of indexes) {
    const at = index >> 3;
    bits[at] = (bits[at] ?? 0) | (0x80 >> (index & 7));
  }
  return `u${gzipSync(bits).toString('base64url')}`;
}

/** `publicKeys` by thumbprint. */
export function toIssuerDocument({ id }: Issuer, keys: readonly { id: string; publicKey: string }[]): object {
  const methods = keys.map((key) => ({
    id: `${id}#${key.id}`,
    type: 'JsonWebKey2020',
    controller: id,
    publicKeyJwk: { ...JSON.parse(key.publicKey), alg: 'EdDSA' },
  }));
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id,
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  };
}
