import * as z from 'zod/mini';
import { emailField, passwordField } from './auth.ts';
import { defineCall } from './call.ts';
import { OTP_LENGTH, TYPED_PASSWORD_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { MAIL_REASONS, MAIL_TRANSPORTS } from './mail-reasons.ts';
import { isOtp } from './otp-format.ts';
import { PASSWORD_RULES } from './password-rules.ts';
import { NullableText } from './shared.ts';
import { lengthOf } from './text.ts';

// Calls for one's own account, beyond the agreed contract (docs/decisions/0007).

export const DELETION_WORD = 'DELETE';

export const OWN_ACCOUNT_ERRORS = defineErrors({
  // 400, not 401: the session is valid, and a 401 would make clients refresh and retry.
  PASSWORD_WRONG: { status: 400, text: 'Current password is incorrect' },
  PASSWORD_UNCHANGED: { status: 400, text: 'New password must be different from the current one' },
  SESSION_NOT_FOUND: { status: 404, text: 'Session not found' },
  EMAIL_UNCHANGED: { status: 400, text: 'This is already your email address' },
  EMAIL_CHANGED_RECENTLY: {
    status: 409,
    text: 'Your email address was changed less than 7 days ago. You can change it again after {until}.',
  },
  EMAIL_CHANGE_WAIT: { status: 429, text: 'Please wait {seconds} seconds before requesting another code.' },
  EMAIL_CHANGE_OTP_WRONG: { status: 400, text: 'Invalid code.' },
  EMAIL_CHANGE_OTP_EXPIRED: { status: 400, text: 'Invalid code or code has expired.' },
  EMAIL_CHANGE_OTP_SPENT: { status: 400, text: 'Too many invalid attempts. Please request a new code.' },
  LAST_GRAND: {
    status: 409,
    text: 'You are the last Grand Pathfinder. Make someone else one before you delete your account.',
  },
});

// Has only a length limit, because the password is compared, not set.
function provenPassword(required: string) {
  return z.string({ error: required }).check(
    z.refine((value) => value.length > 0 && lengthOf(value) <= TYPED_PASSWORD_MAX_LENGTH, {
      error: required,
    }),
  );
}

export const OwnSession = z.object({
  id: z.string(),
  device: z.string(),
  /** IP address at sign-in without its last part; null when not stored. */
  address: NullableText,
  createdAt: z.string(),
  /** Time of the last access token, accurate to 15 minutes. */
  lastSeenAt: z.string(),
  expiresAt: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listOwnSessions = defineCall('listOwnSessions', {
  route: 'GET /users/me/sessions',
  access: 'any',
  summary: 'Where the person is signed in, the current session first',
  data: z.object({ sessions: z.array(OwnSession) }),
});

export const endOwnSession = defineCall('endOwnSession', {
  route: 'DELETE /users/me/sessions/:id',
  access: 'any',
  summary: 'Sign out of one session',
  message: 'Signed out of that session',
});

export const endOtherSessions = defineCall('endOtherSessions', {
  route: 'DELETE /users/me/sessions',
  access: 'any',
  summary: 'Sign out of every session but this one',
  message: 'Signed out everywhere else',
  data: z.object({ endedCount: z.number() }),
});

export const ChangePasswordBody = z.object({
  currentPassword: provenPassword('Current password is required'),
  newPassword: passwordField('New password is required', PASSWORD_RULES),
});
export type ChangePasswordBody = z.infer<typeof ChangePasswordBody>;

/** Ends every other session and notifies the person by mail. */
export const changePassword = defineCall('changePassword', {
  route: 'PUT /users/me/password',
  access: 'any',
  proof: 'password',
  summary: 'Change the own password',
  message: 'Password changed. You were signed out everywhere else.',
  body: ChangePasswordBody,
});

export const EmailChangeBody = z.object({
  newEmail: emailField('New email is required', 'Please provide a valid email address'),
  currentPassword: provenPassword('Current password is required'),
});
export type EmailChangeBody = z.infer<typeof EmailChangeBody>;

export const PendingEmailChange = z.object({
  newEmail: NullableText,
  createdAt: NullableText,
  expiresAt: NullableText,
});
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

export const getEmailChange = defineCall('getEmailChange', {
  route: 'GET /users/me/email-change',
  access: 'any',
  summary: 'Whether a change of the own e-mail address waits for its code',
  data: PendingEmailChange,
});

/** Answers the same for a taken address, which gets no code. */
export const requestEmailChange = defineCall('requestEmailChange', {
  route: 'POST /users/me/email-change',
  access: 'any',
  proof: 'password',
  summary: 'Send a code to a new e-mail address, and a notice to the present one',
  message: 'We sent a code to your new email address',
  body: EmailChangeBody,
  data: PendingEmailChange,
});

const ConfirmEmailBody = z.object({
  otp: z.string({ error: 'Code is required' }).check(
    z.refine((value) => value.length > 0, { error: 'Code is required', abort: true }),
    z.refine(isOtp, { error: `Code must be exactly ${OTP_LENGTH} digits` }),
  ),
});

/** A wrong code answers `data.attemptsRemaining` beside `error`. */
export const confirmEmailChange = defineCall('confirmEmailChange', {
  route: 'PUT /users/me/email-change',
  access: 'any',
  summary: 'Change the own e-mail address with the code sent to it',
  message: 'Email address changed',
  body: ConfirmEmailBody,
  data: z.object({ email: z.string(), emailVerified: z.boolean() }),
});

// SENT: a mail server accepted it; DELAYED: a retry follows; FAILED: given up.
const MAIL_STATES = ['QUEUED', 'SENT', 'DELAYED', 'FAILED'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const OwnMail = z.object({
  kind: z.string(),
  state: z.enum(MAIL_STATES),
  reason: z.nullable(z.enum(MAIL_REASONS)),
  createdAt: z.string(),
  endedAt: NullableText,
  nextAttemptAt: NullableText,
});
export type OwnMail = z.infer<typeof OwnMail>;

export const listOwnMail = defineCall('listOwnMail', {
  route: 'GET /users/me/mail',
  access: 'any',
  summary: 'How far the newest message of each kind to the person got',
  data: z.object({ messages: z.array(OwnMail), transport: z.enum(MAIL_TRANSPORTS) }),
});

/** Further downloads answer 429 with Retry-After. */
export const DATA_DOWNLOADS_PER_HOUR = 5;

/** Sends a file instead of the envelope. `format` defaults to json. */
export const downloadOwnData = defineCall('downloadOwnData', {
  route: 'GET /users/me/data',
  access: 'any',
  summary: 'Everything held about the person, as one file',
  query: z.object({ format: z.optional(z.string()) }),
  files: ['application/json', 'text/html'],
});

const DeleteAccountBody = z.object({
  password: provenPassword('Password is required'),
  confirmation: z
    .string({ error: `Type ${DELETION_WORD} to confirm` })
    .check(z.refine((value) => value === DELETION_WORD, { error: `Type ${DELETION_WORD} to confirm` })),
});

export const deleteOwnAccount = defineCall('deleteOwnAccount', {
  route: 'DELETE /users/me',
  access: 'any',
  proof: 'password',
  summary: 'Delete the own account and everything personal in it; of staff, after a hold',
  body: DeleteAccountBody,
  /** True for staff: the account is closed now and erased after STAFF_ERASURE_DAYS. */
  data: z.object({ isHeld: z.boolean() }),
});
