import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Moment, NullableText } from './shared.ts';

export const CERTIFICATE_KINDS = ['LEAGUE', 'SPECIALIZATION'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];
export const CERTIFICATE_STATES = ['genuine', 'withdrawn'] as const;

/** What is printed on a certificate; `code` in groups of four, as it is read aloud. */
export const Paper = z.object({
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
      /** When and why staff corrected the name. */
      renamedAt: z.nullable(Moment),
      renamingReason: NullableText,
      /** The days of these moments, as `completedOn`. */
      renamedOn: z.nullable(z.string()),
      withdrawnAt: z.nullable(Moment),
      withdrawnOn: z.nullable(z.string()),
      reason: NullableText,
    }),
  ),
});
export type CertificateCheck = z.infer<typeof CertificateCheck>;

export const checkCertificate = defineCall({
  name: 'checkCertificate',
  method: 'GET',
  path: '/public/certificates/:code',
  access: 'public',
  summary: 'Whether a certificate is genuine, revoked or unknown',
  data: CertificateCheck,
});
