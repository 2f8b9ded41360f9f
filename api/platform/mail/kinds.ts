export const MAIL_KINDS = [
  'EMAIL_VERIFICATION',
  'PASSWORD_RESET',
  'EMAIL_CHANGE',
  'EVENT_GUEST',
  'PASSWORD_CHANGED',
  'PASSWORD_ENDED',
  'NEW_DEVICE',
  'SIGN_IN_REPORTED',
  'EMAIL_CHANGE_REQUESTED',
  'EMAIL_CHANGED',
  'EMAIL_TAKEN',
  'PASSKEYS_CHANGED',
  'RECOVERY_CODE_USED',
  'ACCOUNT_CREATED',
  'ACCOUNT_APPROVED',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_RESTORED',
  'SESSIONS_ENDED',
  'ACCOUNT_CLOSED',
  'ACCOUNT_DELETED',
  'ROLE_CHANGED',
  'SUBMISSION_REVIEWED',
  'EVENT',
  'SESSION',
  'ANNOUNCEMENT',
  'NEWS_DIGEST',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Contain a code of OTP_LIFETIME_MINUTES: sent early, tried often, dropped once the code has expired. */
export const CODE_KINDS = [
  'EMAIL_VERIFICATION',
  'PASSWORD_RESET',
  'EMAIL_CHANGE',
  'EVENT_GUEST',
] as const satisfies readonly MailKind[];

/** Sent before all others and not counted in the daily limit. */
export const SECURITY_KINDS = [
  'PASSWORD_CHANGED',
  'PASSWORD_ENDED',
  'NEW_DEVICE',
  'SIGN_IN_REPORTED',
  'EMAIL_CHANGE_REQUESTED',
  'EMAIL_CHANGED',
  'PASSKEYS_CHANGED',
  'RECOVERY_CODE_USED',
  'SESSIONS_ENDED',
] as const satisfies readonly MailKind[];

/** Sent after all others. */
export const BULK_KINDS = ['ANNOUNCEMENT', 'NEWS_DIGEST'] as const satisfies readonly MailKind[];

export function isCodeKind(kind: string): boolean {
  return CODE_KINDS.some((known) => known === kind);
}
