import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { CERTIFICATE_KINDS, CERTIFICATE_STATES, CertificateFacts } from './certificate-check.ts';
import { REASON_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { Id, Moment, NullableText, PageQuery, Pagination, requiredText } from './shared.ts';
import { cleanPrintedName, lengthOf } from './text.ts';

export const CERTIFICATE_REASON_MIN_LENGTH = 3;
export const CERTIFICATES_PAGE_SIZE = 50;

export const CERTIFICATE_ERRORS = defineErrors({
  CERTIFICATE_NOT_FOUND: { status: 404, text: 'Certificate not found' },
  CERTIFICATE_REVOKED: { status: 409, text: 'Certificate is already revoked' },
  CERTIFICATE_NOT_REVOKED: { status: 409, text: 'Certificate is not revoked' },
  CERTIFICATE_ERASED: { status: 409, text: 'The account of the holder was deleted' },
  OWN_CERTIFICATE: { status: 400, text: 'Cannot decide about your own certificate' },
  NAME_UNCHANGED: { status: 400, text: 'The certificate carries this name already' },
});

export const HeldCertificate = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(CERTIFICATE_KINDS),
  title: z.string(),
  leagueId: NullableText,
  specializationId: NullableText,
  completedAt: Moment,
  isRevoked: z.boolean(),
  reason: NullableText,
  holderName: z.string(),
});
export type HeldCertificate = z.infer<typeof HeldCertificate>;

export const CertificateRow = z.extend(CertificateFacts, {
  id: Id,
  state: z.enum(CERTIFICATE_STATES),
  /** Null, like `user`, once the holder's account is deleted. */
  holderName: NullableText,
  user: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  leagueId: NullableText,
  specializationId: NullableText,
  renamedAt: z.nullable(Moment),
  renamingReason: NullableText,
  revokedAt: z.nullable(Moment),
  reason: NullableText,
  revokedBy: NullableText,
  erasedAt: z.nullable(Moment),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

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

const TOO_SHORT = `Reason must be ${CERTIFICATE_REASON_MIN_LENGTH} characters or more`;
const Reason = z.pipe(
  requiredText({ required: 'Reason is required', field: 'Reason', max: REASON_MAX_LENGTH }),
  z
    .string()
    .check(z.refine((value) => lengthOf(value) >= CERTIFICATE_REASON_MIN_LENGTH, { error: TOO_SHORT })),
);
// `reason` is public and shown unchanged.
const RevocationBody = z.object({ reason: Reason });

const NameBody = z.object({
  name: requiredText({ required: 'Name is required', field: 'Name', clean: cleanPrintedName }),
  reason: Reason,
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
    /** Before search and state filter, of the league asked for if there is one. */
    counts: z.object({
      total: z.number(),
      genuine: z.number(),
      withdrawn: z.number(),
    }),
    pagination: Pagination,
  }),
  personIdsIn: ({ certificates }) => certificates.flatMap(({ user }) => user?.id ?? []),
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

export const correctCertificateName = defineCall({
  name: 'correctCertificateName',
  method: 'PUT',
  path: '/admin/certificates/:id/name',
  access: 'chief',
  summary: 'Correct the name on a certificate, with a reason that everybody may read; its code stays',
  body: NameBody,
  data: z.object({ certificate: CertificateRow }),
});

export const exportCertificates = defineExport({
  name: 'exportCertificates',
  path: '/admin/certificates/export',
  access: 'chief',
  summary: 'Certificates as CSV, those of their list that search and filters leave; recorded',
  query: CertificateQuery,
});
