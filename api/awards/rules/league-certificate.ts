import { issueLeagueCertificates } from '../certificates/issue.ts';
import type { AwardRuleAt } from '../rule.ts';

/** The certificate of a complete league, whether the league has a badge or not. */
export const leagueCertificate: AwardRuleAt<'league'> = {
  key: 'league-certificate',
  when: 'league',
  action: 'CERTIFICATE_ISSUED',
  grant: issueLeagueCertificates,
};
