/** Why a message is DELAYED or FAILED: the mail server asked to wait, refused it, or did not answer. */
export const MAIL_REASONS = ['ASKED_TO_WAIT', 'REFUSED', 'NO_ANSWER'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/**
 * What becomes of mail on this server: it goes to a mail server, is kept for whoever develops to read at
 * DEV_OUTBOX_PATH, or is not sent at all.
 */
export const MAIL_TRANSPORTS = ['SMTP', 'DEV_OUTBOX', 'NONE'] as const;
export type MailTransport = (typeof MAIL_TRANSPORTS)[number];
export const DEV_OUTBOX_PATH = '/dev/outbox';
