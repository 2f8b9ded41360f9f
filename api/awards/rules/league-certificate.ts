import { issueLeagueCertificates } from '../certificates/issue.ts';
import type { AwardRule } from '../rule.ts';

/** The certificate of a complete league, whether the league has a badge or not. */
export const leagueCertificate: AwardRule = {
  action: 'CERTIFICATE_ISSUED',
  grant: issueLeagueCertificates,
};
