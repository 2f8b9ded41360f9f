import type * as auth from '#contract/auth.ts';
import type { AccessRule, Method } from '#contract/call.ts';
import type * as codes from '#contract/codes.ts';
import type * as migration from '#contract/profile-migration.ts';

/**
 * The account calls of the contract without their schemas, so that the account pages, which every newcomer opens on a
 * phone, do not carry a validation library of 10 KB. Types come from the contract, and a test holds each line to it.
 */
function light<FullCall>(method: Method, path: string, access: AccessRule): FullCall {
  return { method, path, access } as FullCall;
}

export const login = light<typeof auth.login>('POST', '/auth/login', 'public');
export const signup = light<typeof auth.signup>('POST', '/auth/signup', 'public');
export const refreshSession = light<typeof auth.refreshSession>('POST', '/auth/refresh', 'public');
export const logout = light<typeof auth.logout>('POST', '/auth/logout', 'any');
export const getProfile = light<typeof auth.getProfile>('GET', '/auth/profile', 'any');
export const updateProfile = light<typeof auth.updateProfile>('PUT', '/auth/profile', 'any');

const VERIFICATION = '/auth/email-verification';
export const getVerificationStatus = light<typeof codes.getVerificationStatus>(
  'GET',
  `${VERIFICATION}/verification-status`,
  'any',
);
export const sendVerificationOtp = light<typeof codes.sendVerificationOtp>(
  'POST',
  `${VERIFICATION}/send-verification-otp`,
  'any',
);
export const verifyEmailOtp = light<typeof codes.verifyEmailOtp>(
  'POST',
  `${VERIFICATION}/verify-email-otp`,
  'any',
);

const RESET = '/auth/password-reset';
export const sendResetOtp = light<typeof codes.sendResetOtp>('POST', `${RESET}/send-otp`, 'public');
export const resetPassword = light<typeof codes.resetPassword>('POST', `${RESET}/reset-password`, 'public');

export const getMigrationStatus = light<typeof migration.getMigrationStatus>(
  'GET',
  '/migration/status',
  'any',
);
export const migrateToV2 = light<typeof migration.migrateToV2>('POST', '/migration/migrate-to-v2', 'any');
