import * as z from 'zod/mini';
import { emailField, passwordField } from './auth.ts';
import { defineCall } from './call.ts';
import { OTP_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { MAIL_REASONS, MAIL_TRANSPORTS } from './mail-reasons.ts';
import { isOtp } from './otp-format.ts';
import { PASSWORD_RULES } from './password-rules.ts';

export const VERIFICATION_ERRORS = defineErrors({
  OTP_INVALID: { status: 400, text: 'Invalid or expired OTP' },
  ALREADY_VERIFIED: { status: 400, text: 'Email is already verified' },
  OTP_RECENTLY_SENT: { status: 429, text: 'OTP recently sent. Please wait before requesting another.' },
  OTP_NOT_SENT: { status: 500, text: 'Failed to send verification OTP' },
});

export const RESET_ERRORS = defineErrors({
  RESET_WAIT: { status: 400, text: 'Please wait {seconds} seconds before requesting another OTP.' },
  RESET_OTP_WRONG: { status: 400, text: 'Invalid OTP.' },
  RESET_OTP_EXPIRED: { status: 400, text: 'Invalid OTP or OTP has expired.' },
  RESET_OTP_SPENT: { status: 400, text: 'Too many invalid attempts. Please request a new OTP.' },
});

function otpField(required: string, malformed: string) {
  return z.string({ error: required }).check(
    z.refine((value) => value.length > 0, { error: required, abort: true }),
    z.refine(isOtp, { error: malformed }),
  );
}

const VerifyEmailBody = z.object({ otp: otpField('OTP is required', `OTP must be ${OTP_LENGTH} digits`) });

export const getVerificationStatus = defineCall('getVerificationStatus', {
  route: 'GET /auth/email-verification/verification-status',
  access: 'any',
  summary: 'Whether the own e-mail address is verified',
  data: z.object({
    emailVerified: z.boolean(),
    email: z.string(),
    pendingOTP: z.boolean(),
    otpExpiresAt: z.nullable(z.string()),
    lastOTPSent: z.nullable(z.string()),
  }),
});

export const sendVerificationOtp = defineCall('sendVerificationOtp', {
  route: 'POST /auth/email-verification/send-verification-otp',
  access: 'any',
  summary: 'Send a verification code to the own address',
});

export const verifyEmailOtp = defineCall('verifyEmailOtp', {
  route: 'POST /auth/email-verification/verify-email-otp',
  access: 'any',
  summary: 'Verify the own address with the code',
  body: VerifyEmailBody,
});

const RESET_FIELDS_MISSING = 'Email and OTP are required';
const RESET_ALL_MISSING = 'Email, OTP, and new password are required';
const EMAIL_INVALID = 'Please provide a valid email address';
const OTP_MALFORMED = `OTP must be exactly ${OTP_LENGTH} digits`;

// Accepts the typed code or the token from the link in the same mail.
const resetProof = (required: string) => ({
  otp: z.optional(otpField(required, OTP_MALFORMED)),
  token: z.optional(z.string()),
});

const needsProof = (required: string) =>
  z.refine<{ otp?: string | undefined; token?: string | undefined }>(
    ({ otp, token }) => otp !== undefined || token !== undefined,
    { error: required },
  );

export const sendResetOtp = defineCall('sendResetOtp', {
  route: 'POST /auth/password-reset/send-otp',
  access: 'public',
  summary: 'Send a password reset code',
  body: z.object({
    email: emailField('Email is required', EMAIL_INVALID),
  }),
});

export const verifyResetOtp = defineCall('verifyResetOtp', {
  route: 'POST /auth/password-reset/verify-otp',
  access: 'public',
  summary: 'Check a password reset code without using it up',
  body: z
    .object({
      email: emailField(RESET_FIELDS_MISSING, EMAIL_INVALID),
      ...resetProof(RESET_FIELDS_MISSING),
    })
    .check(needsProof(RESET_FIELDS_MISSING)),
  data: z.object({ expiresAt: z.string() }),
});

export const resetPassword = defineCall('resetPassword', {
  route: 'POST /auth/password-reset/reset-password',
  access: 'public',
  summary: 'Set a new password with the code',
  body: z
    .object({
      email: emailField(RESET_ALL_MISSING, EMAIL_INVALID),
      ...resetProof(RESET_ALL_MISSING),
      newPassword: passwordField(RESET_ALL_MISSING, PASSWORD_RULES),
    })
    .check(needsProof(RESET_ALL_MISSING)),
});

// Delivery state of the address's mail domain (docs/decisions/0014). It is the same for every address of a domain.
const DOMAIN_MAIL_STATES = ['FLOWING', 'HELD_UP', 'UNKNOWN'] as const;
export const DomainMail = z.object({
  state: z.enum(DOMAIN_MAIL_STATES),
  reason: z.nullable(z.enum(MAIL_REASONS)),
});
export type DomainMail = z.infer<typeof DomainMail>;

export const getResetStatus = defineCall('getResetStatus', {
  route: 'GET /auth/password-reset/status',
  access: 'public',
  summary: 'Whether a reset code is pending for an address',
  query: z.object({ email: emailField('Email is required', EMAIL_INVALID) }),
  data: z.object({
    hasPendingOTP: z.boolean(),
    createdAt: z.nullable(z.string()),
    expiresAt: z.nullable(z.string()),
    mail: z.nullable(DomainMail),
    transport: z.enum(MAIL_TRANSPORTS),
  }),
});
