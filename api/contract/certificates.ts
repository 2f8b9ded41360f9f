import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { Id, Moment, NullableText, PageQuery, Pagination, requiredText } from './shared.ts';
import { lengthOf } from './text.ts';

export const REVOCATION_REASON_MIN_LENGTH = 3;
export const REVOCATION_REASON_MAX_LENGTH = 500;
export const CERTIFICATES_PAGE_SIZE = 50;

/** Refusals of the certificate calls; they are beyond the agreed contract. */
export const CERTIFICATE_ERRORS = defineErrors({
  CERTIFICATE_NOT_FOUND: { status: 404, text: 'Certificate not found' },
  CERTIFICATE_REVOKED: { status: 409, text: 'Certificate is already revoked' },
  CERTIFICATE_NOT_REVOKED: { status: 409, text: 'Certificate is not revoked' },
  CERTIFICATE_ERASED: { status: 409, text: 'The account of the holder was deleted' },
  OWN_CERTIFICATE: { status: 400, text: 'Cannot decide about your own certificate' },
  OWN_CERTIFICATE_REVOKED: { status: 409, text: 'A revoked certificate cannot be changed' },
});

const CERTIFICATE_KINDS = ['LEAGUE', 'SPECIALIZATION'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];
const CERTIFICATE_STATES = ['genuine', 'withdrawn'] as const;

/** What is printed on a certificate; `code` in groups of four, as it is read aloud. */
const Paper = z.object({
  code: z.string(),
  kind: z.enum(CERTIFICATE_KINDS),
  /** The league or specialization as it was called when the certificate was issued. */
  title: z.string(),
  issuer: z.string(),
  completedAt: Moment,
  issuedAt: Moment,
});

/**
 * The answer about any code, of the same shape whatever it is. A withdrawn certificate names nobody: whoever holds the
 * paper knows the name. `reason` is null where the holder's account was deleted.
 */
export const CertificateCheck = z.object({
  state: z.enum([...CERTIFICATE_STATES, 'unknown']),
  certificate: z.nullable(
    z.extend(Paper, {
      /** The day of completion where the product is at home, yyyy-mm-dd: the same for every reader. */
      completedOn: z.string(),
      holderName: NullableText,
      /** When the holder asked for their present name on it. */
      renamedAt: z.nullable(Moment),
      withdrawnAt: z.nullable(Moment),
      reason: NullableText,
    }),
  ),
});
export type CertificateCheck = z.infer<typeof CertificateCheck>;

export const OwnCertificate = z.extend(Paper, {
  id: Id,
  state: z.enum(CERTIFICATE_STATES),
  holderName: z.string(),
  /** False when the account has another name by now. */
  isNameCurrent: z.boolean(),
  leagueId: NullableText,
  specializationId: NullableText,
  renamedAt: z.nullable(Moment),
  revokedAt: z.nullable(Moment),
  reason: NullableText,
});
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** A certificate as its holder's dashboard and league page carry it. */
export const HeldCertificate = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(CERTIFICATE_KINDS),
  title: z.string(),
  leagueId: NullableText,
  specializationId: NullableText,
  completedAt: Moment,
  isRevoked: z.boolean(),
  /** Why it was revoked, as everybody may read it. */
  reason: NullableText,
  holderName: z.string(),
  isNameCurrent: z.boolean(),
});
export type HeldCertificate = z.infer<typeof HeldCertificate>;

/** One line of the staff list. */
export const CertificateRow = z.extend(Paper, {
  id: Id,
  state: z.enum(CERTIFICATE_STATES),
  /** Null once the holder's account is gone, and so is `user`. */
  holderName: NullableText,
  user: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  leagueId: NullableText,
  specializationId: NullableText,
  renamedAt: z.nullable(Moment),
  revokedAt: z.nullable(Moment),
  reason: NullableText,
  /** Who revoked it; null while it is genuine, or when that account is gone. */
  revokedBy: NullableText,
  erasedAt: z.nullable(Moment),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

/** Paging as everywhere; `search` looks at holder, title and code, `state` is one of CERTIFICATE_STATES. */
export const CertificateQuery = z.extend(PageQuery, {
  search: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  state: z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((value: string | undefined) => (!value || value === 'all' ? undefined : value)),
    ),
    z.optional(z.enum(CERTIFICATE_STATES, { error: 'Invalid state filter' })),
  ),
});
export type CertificateQuery = z.infer<typeof CertificateQuery>;

const TOO_SHORT = `Reason must be ${REVOCATION_REASON_MIN_LENGTH} characters or more`;
/** `reason` is shown to everybody who looks at the certificate, as it was written. */
const RevocationBody = z.object({
  reason: z.pipe(
    requiredText({
      required: 'Reason is required',
      field: 'Reason',
      max: REVOCATION_REASON_MAX_LENGTH,
    }),
    z
      .string()
      .check(z.refine((value) => lengthOf(value) >= REVOCATION_REASON_MIN_LENGTH, { error: TOO_SHORT })),
  ),
});

export const checkCertificate = defineCall({
  name: 'checkCertificate',
  method: 'GET',
  path: '/public/certificates/:code',
  access: 'public',
  summary: 'Whether a certificate is genuine, withdrawn or unknown',
  data: CertificateCheck,
});

export const listOwnCertificates = defineCall({
  name: 'listOwnCertificates',
  method: 'GET',
  path: '/certificates',
  access: 'any',
  summary: 'The own certificates, newest first',
  data: z.object({ certificates: z.array(OwnCertificate) }),
});

export const renameOwnCertificate = defineCall({
  name: 'renameOwnCertificate',
  method: 'PUT',
  path: '/certificates/:id/holder-name',
  access: 'learner',
  summary: 'Put the present name of the account on an own certificate; its code stays',
  data: z.object({ certificate: OwnCertificate }),
});

export const listCertificates = defineCall({
  name: 'listCertificates',
  method: 'GET',
  path: '/admin/certificates',
  access: 'chief',
  summary: 'Certificates, newest first, within the leagues whose users the caller manages',
  query: CertificateQuery,
  data: z.object({
    certificates: z.array(CertificateRow),
    /** Over all rows the caller may see, before any filter. */
    counts: z.object({ total: z.number(), genuine: z.number(), withdrawn: z.number() }),
    pagination: Pagination,
  }),
});

export const revokeCertificate = defineCall({
  name: 'revokeCertificate',
  method: 'PUT',
  path: '/admin/certificates/:id/revocation',
  access: 'chief',
  summary: 'Revoke a certificate, with a reason that everybody may read',
  body: RevocationBody,
  data: z.object({ certificate: CertificateRow }),
});

export const restoreCertificate = defineCall({
  name: 'restoreCertificate',
  method: 'DELETE',
  path: '/admin/certificates/:id/revocation',
  access: 'chief',
  summary: 'Let a revoked certificate count again',
  data: z.object({ certificate: CertificateRow }),
});

export const exportCertificates = defineExport({
  name: 'exportCertificates',
  path: '/admin/certificates/export',
  access: 'chief',
  proof: 'everyone',
  summary: 'Certificates as CSV, those of their list that search and filters leave; recorded',
  query: CertificateQuery,
});
