import { issueSpecializationCertificates } from '../certificates/issue.ts';
import type { AwardRuleAt } from '../rule.ts';

/** The certificate of a completed specialization; stands after the rule that completes it. */
export const specializationCertificate: AwardRuleAt<'league'> = {
  key: 'specialization-certificate',
  when: 'league',
  action: 'CERTIFICATE_ISSUED',
  grant: issueSpecializationCertificates,
};
