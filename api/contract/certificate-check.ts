import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Moment, NullableText } from './shared.ts';

export const CERTIFICATE_KINDS = ['LEAGUE', 'SPECIALIZATION'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];
export const CERTIFICATE_STATES = ['genuine', 'withdrawn'] as const;

/** `code` is in groups of four, as printed. */
export const CertificateFacts = z.object({
  code: z.string(),
  kind: z.enum(CERTIFICATE_KINDS),
  /** Name of the league or specialization at the time of issue. */
  title: z.string(),
  issuer: z.string(),
  completedAt: Moment,
  issuedAt: Moment,
});

/**
 * Has the same shape for every code. A withdrawn certificate names nobody; `reason` is null when the holder's account
 * was deleted.
 */
export const CertificateCheck = z.object({
  state: z.enum([...CERTIFICATE_STATES, 'unknown']),
  certificate: z.nullable(
    z.extend(CertificateFacts, {
      /** Day in the product's time zone, YYYY-MM-DD. */
      completedOn: z.string(),
      holderName: NullableText,
      renamedAt: z.nullable(Moment),
      renamingReason: NullableText,
      renamedOn: z.nullable(z.string()),
      withdrawnAt: z.nullable(Moment),
      withdrawnOn: z.nullable(z.string()),
      reason: NullableText,
    }),
  ),
});
export type CertificateCheck = z.infer<typeof CertificateCheck>;

export const checkCertificate = defineCall('checkCertificate', {
  route: 'GET /public/certificates/:code',
  access: 'public',
  summary: 'Whether a certificate is genuine, revoked or unknown',
  data: CertificateCheck,
});
