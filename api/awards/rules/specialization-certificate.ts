import type { AwardRule } from '../award.ts';
import { issueSpecializationCertificates } from '../certificates/issue.ts';

/** The certificate of a completed specialization; stands after the rule that completes it. */
export const specializationCertificate: AwardRule = {
  action: 'CERTIFICATE_ISSUED',
  grant: issueSpecializationCertificates,
};
