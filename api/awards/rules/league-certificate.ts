import type { AwardRule } from '../award.ts';
import { issueLeagueCertificates } from '../certificates/issue.ts';

/** The certificate of a complete league, whether the league has a badge or not. */
export const leagueCertificate: AwardRule = {
  action: 'CERTIFICATE_ISSUED',
  grant: issueLeagueCertificates,
};
