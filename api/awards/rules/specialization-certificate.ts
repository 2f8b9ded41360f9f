import { issueSpecializationCertificates } from '../certificates/issue.ts';
import type { AwardRule } from '../rule.ts';

/** The certificate of a completed specialization; stands after the rule that completes it. */
export const specializationCertificate: AwardRule = {
  action: 'CERTIFICATE_ISSUED',
  grant: issueSpecializationCertificates,
};
