/** Why a message is DELAYED or FAILED: the mail server asked to wait, refused it, or did not answer. */
export const MAIL_REASONS = ['ASKED_TO_WAIT', 'REFUSED', 'NO_ANSWER'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];
