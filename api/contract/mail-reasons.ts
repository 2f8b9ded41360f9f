export const MAIL_REASONS = ['ASKED_TO_WAIT', 'REFUSED', 'NO_ANSWER'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** SMTP: a mail server; DEV_OUTBOX: kept for developers at DEV_OUTBOX_PATH; NONE: mail is not sent. */
export const MAIL_TRANSPORTS = ['SMTP', 'DEV_OUTBOX', 'NONE'] as const;
export type MailTransport = (typeof MAIL_TRANSPORTS)[number];
export const DEV_OUTBOX_PATH = '/dev/outbox';
