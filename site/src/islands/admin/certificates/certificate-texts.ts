import type { CertificateRow } from '#contract/certificates.ts';

/** Deleted accounts leave no name. */
export function holderOf({ holderName }: CertificateRow): string {
  return holderName ?? 'Account deleted';
}

export function toRowName(row: CertificateRow): string {
  return `${holderOf(row)}, ${row.title}`;
}
