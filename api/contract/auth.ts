import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  GRADUATION_YEAR_MIN,
  GRADUATION_YEARS_AHEAD,
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from './constants.ts';
import { defineErrors } from './errors.ts';
import { cleanText, isHttpUrl, lengthOf, optionalText } from './shared.ts';
import { User } from './users.ts';

export { PASSWORD_RULES } from './password-rules.ts';

/** Refusals of contract 1.1. */
export const AUTH_ERRORS = defineErrors({
  EMAIL_TAKEN: { status: 409, text: 'User with this email already exists' },
  LOGIN_REFUSED: { status: 401, text: 'Invalid email or password' },
  LOGIN_SUSPENDED: { status: 401, text: 'Account is suspended. Please contact support.' },
  REFRESH_REFUSED: { status: 401, text: 'Invalid refresh token' },
  REFRESH_USER_REFUSED: { status: 401, text: 'User not found or suspended' },
});

/** Local part, '@', a domain with a dot, no spaces or control signs, at most 254 characters; ASCII only (security H4). */
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/;

/** True for an address the product can write to. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && EMAIL.test(value);
}

/** An address as it is stored: trimmed and lower-case. */
export function emailField(required: string, invalid: string) {
  return z.pipe(
    z.pipe(
      z.string({ error: required }),
      z.transform((value) => value.trim().toLowerCase()),
    ),
    z.string().check(
      z.refine((value) => value.length > 0, { error: required, abort: true }),
      z.refine(isEmail, { error: invalid }),
    ),
  );
}

/** A password as typed: never trimmed or changed. Length rules only; the block list is the server's. */
export function passwordField(required: string) {
  return z.string({ error: required }).check(
    z.refine((value) => value.length > 0, { error: required, abort: true }),
    z.refine((value) => lengthOf(value) >= PASSWORD_MIN_LENGTH, {
      error: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`,
    }),
    z.refine((value) => lengthOf(value) <= PASSWORD_MAX_LENGTH, {
      error: `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`,
    }),
    z.refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'Password is not valid text',
    }),
  );
}

/** An optional http or https address; null and '' clear it. */
export function optionalUrl(invalid: string) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string({ error: invalid })),
        z.transform((value: string | null) => value?.trim() || null),
      ),
      z
        .nullable(z.string())
        .check(z.refine((value) => value === null || isHttpUrl(value), { error: invalid })),
    ),
  );
}

/** A graduation year as the server takes it: a whole number from 2000 to ten years ahead (contract 1.4, Q19). */
export function isGraduationYear(value: unknown, today = new Date()): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= GRADUATION_YEAR_MIN &&
    value <= today.getUTCFullYear() + GRADUATION_YEARS_AHEAD
  );
}

/** Optional +, then 10 to 15 digits with spaces, hyphens or parentheses (contract 1.4). */
export function isPhoneNumber(value: string): boolean {
  const digits = value.replace(/\D/g, '').length;
  return /^\+?[\d\s\-()]+$/.test(value) && digits >= 10 && digits <= 15;
}

const optionalWords = (field: string, max = 120) =>
  optionalText({
    max,
    tooLong: `${field} must be ${max} characters or less`,
    notText: `${field} must be a string`,
  });

export const GraduationYear = z.nullable(
  z
    .number({ error: 'Please enter a valid graduation year' })
    .check(z.refine((value) => isGraduationYear(value), { error: 'Please enter a valid graduation year' })),
);

export const PhoneNumber = z.pipe(
  z.pipe(
    z.nullable(z.string({ error: 'Please enter a valid phone number' })),
    z.transform((value: string | null) => value?.trim() || null),
  ),
  z.nullable(z.string()).check(
    z.refine((value) => value === null || isPhoneNumber(value), {
      error: 'Please enter a valid phone number',
    }),
  ),
);

export const SignupBody = z.object({
  name: z.pipe(
    z.pipe(z.string({ error: 'name is required' }), z.transform(cleanText)),
    z.string().check(
      z.refine((value) => value.length > 0, { error: 'name is required', abort: true }),
      z.refine((value) => lengthOf(value) >= NAME_MIN_LENGTH, {
        error: `Name must be at least ${NAME_MIN_LENGTH} characters long`,
      }),
      z.refine((value) => lengthOf(value) <= 120, { error: 'Name must be at most 120 characters long' }),
    ),
  ),
  email: emailField('email is required', 'Invalid email format'),
  password: passwordField('password is required'),
  institute: optionalWords('Institute'),
  department: optionalWords('Department'),
  graduationYear: z.optional(GraduationYear),
  phoneNumber: z.optional(PhoneNumber),
  studentId: optionalWords('Student ID', 60),
  discordUsername: optionalWords('Discord username', 60),
  portfolioUrl: optionalUrl('Please enter a valid portfolio URL'),
});
export type SignupBody = z.infer<typeof SignupBody>;

export const LoginBody = z.object({
  email: z.pipe(
    z.pipe(
      z.string({ error: 'email is required' }),
      z.transform((value) => value.trim().toLowerCase()),
    ),
    z.string().check(z.refine((value) => value.length > 0, { error: 'email is required' })),
  ),
  password: z
    .string({ error: 'password is required' })
    .check(z.refine((value) => value.length > 0, { error: 'password is required' })),
});
export type LoginBody = z.infer<typeof LoginBody>;

/** What a client keeps after sign-up or login (CALL-01, CALL-02). */
export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string(), user: User });

export const RefreshBody = z.object({
  refreshToken: z
    .string({ error: 'Refresh token is required' })
    .check(z.refine((value) => value.length > 0, { error: 'Refresh token is required' })),
});

const handle = (field: string) => optionalWords(field, 60);

/** Absent leaves a field as it is; null or '' clears it (contract 1.1). The X handle gets exactly one leading '@'. */
export const ProfileBody = z.object({
  name: z.optional(
    z.pipe(
      z.pipe(
        z.string({ error: `Name must be between ${NAME_MIN_LENGTH} and ${NAME_MAX_LENGTH} characters` }),
        z.transform(cleanText),
      ),
      z.string().check(
        z.refine((value) => lengthOf(value) >= NAME_MIN_LENGTH && lengthOf(value) <= NAME_MAX_LENGTH, {
          error: `Name must be between ${NAME_MIN_LENGTH} and ${NAME_MAX_LENGTH} characters`,
        }),
      ),
    ),
  ),
  twitterHandle: z.pipe(
    handle('Twitter handle'),
    z.transform((value: string | null | undefined) => (value ? toTwitterHandle(value) : value)),
  ),
  linkedinUrl: optionalUrl('Please enter a valid LinkedIn URL'),
  githubUsername: handle('GitHub username'),
  kaggleUsername: handle('Kaggle username'),
  portfolioUrl: optionalUrl('Please enter a valid portfolio URL'),
  discordUsername: handle('Discord username'),
});
export type ProfileBody = z.infer<typeof ProfileBody>;

/** An X handle with exactly one leading '@'; null when nothing is left (ENT-31, PROF-18). */
export function toTwitterHandle(value: string): string | null {
  const bare = value.trim().replace(/^@+/, '').trim();
  return bare === '' ? null : `@${bare}`;
}

export const signup = defineCall({
  name: 'signup',
  method: 'POST',
  path: '/auth/signup',
  access: 'public',
  summary: 'Create an account and sign in',
  status: 201,
  body: SignupBody,
  data: Tokens,
});

export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in',
  body: LoginBody,
  data: Tokens,
});

export const refreshSession = defineCall({
  name: 'refreshSession',
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  summary: 'Get a fresh access token',
  body: RefreshBody,
  data: z.object({ accessToken: z.string() }),
});

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'any',
  summary: 'End this session',
});

export const getProfile = defineCall({
  name: 'getProfile',
  method: 'GET',
  path: '/auth/profile',
  access: 'any',
  summary: 'The own account',
  data: User,
});

export const updateProfile = defineCall({
  name: 'updateProfile',
  method: 'PUT',
  path: '/auth/profile',
  access: 'any',
  summary: 'Change the own name and social handles',
  body: ProfileBody,
  data: User,
});
