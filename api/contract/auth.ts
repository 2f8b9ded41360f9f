import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  PROFILE_NAME_MAX_LENGTH,
} from './constants.ts';
import { defineErrors } from './errors.ts';
import { PASSWORD_LENGTH_RULE, type PasswordRule } from './password-rules.ts';
import {
  HANDLE_MAX_LENGTH,
  type HandleField,
  isGraduationYear,
  isPhoneNumber,
  PROFILE_INVALID,
  readHandle,
  STUDENT_ID_MAX_LENGTH,
} from './profile-rules.ts';
import { optionalText, optionalUrl, requiredId } from './shared.ts';
import { cleanText, lengthOf, toTooLong } from './text.ts';
import { User } from './users.ts';

export const AUTH_ERRORS = defineErrors({
  REPORT_LINK_SPENT: { status: 400, text: 'This link was used already or has expired' },
  EMAIL_TAKEN: { status: 409, text: 'User with this email already exists' },
  LOGIN_REFUSED: { status: 401, text: 'Invalid email or password' },
  LOGIN_CLOSED: {
    status: 401,
    text: 'This account was deleted by its holder and will be erased soon. A Grand Pathfinder can still take that back.',
  },
  LOGIN_SUSPENDED: { status: 401, text: 'Account is suspended. Please contact support.' },
  REFRESH_REFUSED: { status: 401, text: 'Invalid refresh token' },
  REFRESH_USER_REFUSED: { status: 401, text: 'User not found or suspended' },
  REFRESH_CLOSED: { status: 401, text: 'Account was deleted by its holder' },
});

// ASCII only, so that look-alike addresses cannot pass (docs/security.md H4).
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/;

export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_LENGTH && EMAIL.test(value);
}

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

/**
 * Never trims the password, and reports every broken rule. The list of common passwords is checked on the server only.
 */
export function passwordField(required: string, rules: readonly PasswordRule[]) {
  return z.string({ error: required }).check(
    z.refine((value) => value.length > 0, { error: required, abort: true }),
    ...rules.map(({ holds, text }) => z.refine<string>(holds, { error: text })),
    z.refine((value) => lengthOf(value) <= PASSWORD_MAX_LENGTH, {
      error: `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`,
    }),
    z.refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'Password is not valid text',
    }),
  );
}

const GraduationYear = z.nullable(
  z
    .number({ error: PROFILE_INVALID.graduationYear })
    .check(z.refine((value) => isGraduationYear(value), { error: PROFILE_INVALID.graduationYear })),
);

const PhoneNumber = z.pipe(
  z.pipe(
    z.nullable(z.string({ error: PROFILE_INVALID.phoneNumber })),
    z.transform((value: string | null) => value?.trim() || null),
  ),
  z.nullable(z.string()).check(
    z.refine((value) => value === null || isPhoneNumber(value), {
      error: PROFILE_INVALID.phoneNumber,
    }),
  ),
);

// Reads a handle with `readHandle`; null and '' clear it.
function handle(field: HandleField, name: string) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string({ error: `${name} must be a string` })),
        z.transform((typed: string | null) => (typed === null ? '' : readHandle(field, typed))),
      ),
      z.pipe(
        z.string({ error: PROFILE_INVALID[field] }).check(
          z.refine((value) => lengthOf(value.replace('@', '')) <= HANDLE_MAX_LENGTH, {
            error: toTooLong(name, HANDLE_MAX_LENGTH),
          }),
        ),
        z.transform((value: string) => value || null),
      ),
    ),
  );
}
const DiscordUsername = optionalText({ field: 'Discord username', max: HANDLE_MAX_LENGTH });

const FACTS = {
  institute: optionalText({ field: 'Institute' }),
  department: optionalText({ field: 'Department' }),
  graduationYear: z.optional(GraduationYear),
  phoneNumber: z.optional(PhoneNumber),
  studentId: optionalText({ field: 'Student ID', max: STUDENT_ID_MAX_LENGTH }),
};

export const SignupBody = z.object({
  name: z.pipe(
    z.pipe(
      z
        .string({ error: 'name is required' })
        .check(z.refine((value) => value.trim() !== '', { error: 'name is required', abort: true })),
      z.transform(cleanText),
    ),
    z.string().check(
      z.refine((value) => lengthOf(value) >= NAME_MIN_LENGTH, {
        error: `Name must be at least ${NAME_MIN_LENGTH} characters long`,
      }),
      z.refine((value) => lengthOf(value) <= NAME_MAX_LENGTH, {
        error: `Name must be at most ${NAME_MAX_LENGTH} characters long`,
      }),
    ),
  ),
  email: emailField('email is required', 'Invalid email format'),
  password: passwordField('password is required', [PASSWORD_LENGTH_RULE]),
  ...FACTS,
  discordUsername: DiscordUsername,
  portfolioUrl: optionalUrl(PROFILE_INVALID.portfolioUrl),
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

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string(), user: User });

const RefreshBody = z.object({
  refreshToken: z
    .string({ error: 'Refresh token is required' })
    .check(z.refine((value) => value.length > 0, { error: 'Refresh token is required' })),
});

/**
 * An absent field stays unchanged; null or '' clears it (docs/api.md 1.1). The X handle gets exactly one leading '@'.
 */
export const ProfileBody = z.object({
  name: z.optional(
    z.pipe(
      z.pipe(z.string({ error: PROFILE_INVALID.name }), z.transform(cleanText)),
      z
        .string()
        .check(
          z.refine(
            (value) => lengthOf(value) >= NAME_MIN_LENGTH && lengthOf(value) <= PROFILE_NAME_MAX_LENGTH,
            { error: PROFILE_INVALID.name },
          ),
        ),
    ),
  ),
  ...FACTS,
  twitterHandle: handle('twitterHandle', 'Twitter handle'),
  linkedinUrl: optionalUrl(PROFILE_INVALID.linkedinUrl),
  githubUsername: handle('githubUsername', 'GitHub username'),
  kaggleUsername: handle('kaggleUsername', 'Kaggle username'),
  portfolioUrl: optionalUrl(PROFILE_INVALID.portfolioUrl),
  discordUsername: DiscordUsername,
});
export type ProfileBody = z.infer<typeof ProfileBody>;

export const signup = defineCall('signup', {
  route: 'POST /auth/signup',
  access: 'public',
  summary: 'Create an account and sign in',
  status: 201,
  body: SignupBody,
  data: Tokens,
});

export const login = defineCall('login', {
  route: 'POST /auth/login',
  access: 'public',
  summary: 'Sign in',
  body: LoginBody,
  data: Tokens,
});

export const refreshSession = defineCall('refreshSession', {
  route: 'POST /auth/refresh',
  access: 'public',
  summary: 'Get a fresh access token',
  body: RefreshBody,
  data: z.object({ accessToken: z.string() }),
});

/** Target of the link 'This was not me' in mails. It is a POST because mail scanners open links too. */
export const reportSignIn = defineCall('reportSignIn', {
  route: 'POST /auth/report-sign-in',
  access: 'public',
  summary: 'Say that somebody else signed in: every session ends, and the password is good for nothing',
  message: 'Every device was signed out. Please set a new password.',
  body: z.object({ token: requiredId('token is required') }),
});

export const checkReportLink = defineCall('checkReportLink', {
  route: 'POST /auth/report-sign-in/check',
  access: 'public',
  summary: 'Ask whether the link to report a sign-in is good; nothing changes',
  message: 'The link is good',
  body: reportSignIn.body,
});

export const logout = defineCall('logout', {
  route: 'POST /auth/logout',
  access: 'any',
  summary: 'End this session',
  message: 'Logged out successfully',
});

export const getProfile = defineCall('getProfile', {
  route: 'GET /auth/profile',
  access: 'any',
  summary: 'The own account',
  data: User,
});

export const updateProfile = defineCall('updateProfile', {
  route: 'PUT /auth/profile',
  access: 'any',
  summary: 'Change the own name and social handles',
  body: ProfileBody,
  data: User,
});
