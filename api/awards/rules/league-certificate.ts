import { issueLeagueCertificates } from '../certificates/issue.ts';
import type { AwardRuleAt } from '../rule.ts';

export const leagueCertificate: AwardRuleAt<'league'> = {
  key: 'league-certificate',
  when: 'league',
  action: 'CERTIFICATE_ISSUED',
  grant: issueLeagueCertificates,
};
