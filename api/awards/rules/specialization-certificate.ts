import { issueSpecializationCertificates } from '../certificates/issue.ts';
import type { AwardRuleAt } from '../rule.ts';

/** Comes after the rule that completes the specialization. */
export const specializationCertificate: AwardRuleAt<'league'> = {
  key: 'specialization-certificate',
  when: 'league',
  action: 'CERTIFICATE_ISSUED',
  grant: issueSpecializationCertificates,
};
