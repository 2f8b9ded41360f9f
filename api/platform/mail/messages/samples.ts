import type { MailKind } from '../kinds.ts';
import { toAccountApprovedMessage } from './account-approved.ts';
import { toAccountClosedMessage } from './account-closed.ts';
import { toAccountCreatedMessage } from './account-created.ts';
import { toAccountDeletedMessage } from './account-deleted.ts';
import { toAccountRestoredMessage } from './account-restored.ts';
import { toAccountSuspendedMessage } from './account-suspended.ts';
import { toBadgeEarnedMessage } from './badge-earned.ts';
import { toCertificateIssuedMessage } from './certificate-issued.ts';
import type { MailContent } from './content.ts';
import { toEmailChangeMessage } from './email-change.ts';
import { toEmailChangeRequestedMessage } from './email-change-requested.ts';
import { toEmailChangedMessage } from './email-changed.ts';
import { toEmailTakenMessage } from './email-taken.ts';
import { toNewDeviceMessage } from './new-device.ts';
import { toPasskeysChangedMessage } from './passkeys-changed.ts';
import { toPasswordChangedMessage } from './password-changed.ts';
import { toPasswordEndedMessage } from './password-ended.ts';
import { toPasswordResetMessage } from './password-reset.ts';
import { toRecoveryCodeUsedMessage } from './recovery-code-used.ts';
import { toRoleChangedMessage } from './role-changed.ts';
import { toSessionsEndedMessage } from './sessions-ended.ts';
import { toSignInReportedMessage } from './sign-in-reported.ts';
import { toSubmissionReviewedMessage } from './submission-reviewed.ts';
import { toVerificationMessage } from './verification.ts';

const NAME = 'Asha Verma';
const EMAIL = 'asha@example.test';
const LEAGUE = { id: 'sample', name: 'Finance' };

export const SAMPLES: Record<MailKind, MailContent> = {
  EMAIL_VERIFICATION: toVerificationMessage({ name: NAME, code: '042137' }),
  PASSWORD_RESET: toPasswordResetMessage({
    name: NAME,
    email: EMAIL,
    code: '804615',
    token: 'f'.repeat(64),
  }),
  NEW_DEVICE: toNewDeviceMessage({
    name: NAME,
    device: 'Chrome on Windows',
    network: '203.0.113.x',
    at: '22 November 2026 at 20:18',
    timeZone: 'Asia/Kolkata',
    token: 'sample',
    by: 'password',
  }),
  SIGN_IN_REPORTED: toSignInReportedMessage({
    name: NAME,
    passkeys: [{ name: 'Phone', addedOn: '4 March 2026' }],
  }),
  PASSWORD_CHANGED: toPasswordChangedMessage({
    name: NAME,
    signedOut: 'everywhere',
    passkeys: { count: 2, lastAddedOn: '4 March 2026' },
    token: 'sample',
  }),
  PASSWORD_ENDED: toPasswordEndedMessage({ name: NAME }),
  EMAIL_CHANGE: toEmailChangeMessage({ name: NAME, code: '319072' }),
  EMAIL_CHANGE_REQUESTED: toEmailChangeRequestedMessage({ name: NAME, newEmail: 'verma@example.test' }),
  EMAIL_CHANGED: toEmailChangedMessage({ name: NAME, newEmail: 'verma@example.test', token: 'sample' }),
  EMAIL_TAKEN: toEmailTakenMessage({ name: NAME }),
  PASSKEYS_CHANGED: toPasskeysChangedMessage({ name: NAME, change: 'added' }),
  RECOVERY_CODE_USED: toRecoveryCodeUsedMessage({ name: NAME, left: 9 }),
  ACCOUNT_CREATED: toAccountCreatedMessage({
    name: NAME,
    isActive: true,
    leagues: ['Finance', 'Machine Learning'],
  }),
  ACCOUNT_APPROVED: toAccountApprovedMessage({ name: NAME }),
  ACCOUNT_SUSPENDED: toAccountSuspendedMessage({
    name: NAME,
    quote: { from: 'Noor Chenab', text: 'Two accounts of yours shared answers.' },
  }),
  ACCOUNT_RESTORED: toAccountRestoredMessage({ name: NAME }),
  SESSIONS_ENDED: toSessionsEndedMessage({
    name: NAME,
    by: 'Noor Chenab',
    reason: 'You told us that your laptop was stolen.',
  }),
  ACCOUNT_CLOSED: toAccountClosedMessage({ name: NAME }),
  ACCOUNT_DELETED: toAccountDeletedMessage({ name: NAME }),
  ROLE_CHANGED: toRoleChangedMessage({ name: NAME, role: 'PATHFINDER' }),
  SUBMISSION_REVIEWED: toSubmissionReviewedMessage({
    name: NAME,
    assignment: 'Price a bond',
    league: LEAGUE,
    status: 'NEEDS_REVISION',
    feedback:
      'A clear start, and the chart helps.\nPlease discount the coupons as well: now only the last payment is.',
    reviewer: 'Dev Rao',
  }),
  BADGE_EARNED: toBadgeEarnedMessage({
    name: NAME,
    badge: 'Finance Finisher',
    league: LEAGUE.name,
    how: 'completed',
    code: '7K3MQ9TX2BND',
  }),
  CERTIFICATE_ISSUED: toCertificateIssuedMessage({
    name: NAME,
    title: 'Money and Machines',
    code: '7K3MQ9TX2BND',
    of: 'specialization',
  }),
};
