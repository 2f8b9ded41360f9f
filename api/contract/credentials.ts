import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, NullableText, requiredId } from './shared.ts';

// Calls for credentials that others can check, beyond the agreed contract (docs/decisions/0062).

export const CREDENTIAL_ERRORS = defineErrors({
  CREDENTIALS_OFF: { status: 404, text: 'Credentials are not offered here' },
  AWARD_NOT_FOUND: { status: 404, text: 'Only awards that you hold can be downloaded as credentials' },
});

/** W3C Verifiable Credentials 2.0, secured with JOSE. */
export const CREDENTIAL_MEDIA_TYPE = 'application/vc+jwt';
/** Open Badges 3.0, 5.3.1: keyword of the iTXt chunk of a PNG that carries a credential. */
export const BAKED_KEYWORD = 'openbadgecredential';
/** Bits of the status list. */
export const STATUS_LIST_SIZE = 2 ** 20;
/** Below the site's origin, as `did:web` has it. */
export const ISSUER_DOCUMENT_PATH = '/.well-known/did.json';

/** `did:web` of an origin; a port is percent-encoded. */
export function toIssuerId(origin: string): string {
  return `did:web:${encodeURIComponent(new URL(origin).host)}`;
}

export const CREDENTIAL_KINDS = ['badge', 'certificate', 'specialization'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** An award that can be downloaded; `id` is that of the award held, not of the badge. */
const CredentialRow = z.object({
  kind: z.enum(CREDENTIAL_KINDS),
  id: Id,
  title: z.string(),
  /** Null without a league, as for specializations. */
  league: z.nullable(z.object({ id: Id, name: z.string() })),
  imageUrl: NullableText,
  /** Day in the product's time zone, YYYY-MM-DD. */
  earnedOn: z.string(),
  /** Printed code of a certificate. */
  code: NullableText,
  /** Approved submissions with a link, which the owner may name as evidence. */
  projectCount: z.number(),
});
export type CredentialRow = z.infer<typeof CredentialRow>;

export const listOwnCredentials = defineCall('listOwnCredentials', {
  route: 'GET /users/me/credentials',
  access: 'learner',
  summary: 'Own awards that can be downloaded as signed credentials; none where no key was made',
  data: z.object({ isOffered: z.boolean(), credentials: z.array(CredentialRow) }),
});

export const issueCredential = defineCall('issueCredential', {
  route: 'POST /users/me/credentials',
  access: 'learner',
  summary: 'Sign an own award as an Open Badges 3.0 credential',
  body: z.object({
    kind: z.enum(CREDENTIAL_KINDS, { error: `kind must be ${CREDENTIAL_KINDS.join(', ')}` }),
    id: requiredId('id must be an id'),
    hasProjects: z.boolean({ error: 'hasProjects must be true or false' }),
  }),
  /** `credential` is a compact JWS. */
  data: z.object({ credential: z.string() }),
});

/** The Bitstring Status List, as a signed credential. */
export const getCredentialStatus = defineCall('getCredentialStatus', {
  route: 'GET /public/credential-status',
  access: 'public',
  summary: 'Which credentials were revoked: a W3C Bitstring Status List, signed',
  files: [CREDENTIAL_MEDIA_TYPE],
});
