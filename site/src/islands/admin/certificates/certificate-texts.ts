import type { CertificateRow } from '#contract/certificates.ts';

/** The name on the certificate; of a deleted account there is none. */
export function holderOf({ holderName }: CertificateRow): string {
  return holderName ?? 'Account deleted';
}

/** Names a row: 'Asha Verma, Finance'. */
export function toRowName(row: CertificateRow): string {
  return `${holderOf(row)}, ${row.title}`;
}
