import * as z from 'zod/mini';
import { isGraduationYear, isPhoneNumber, optionalUrl } from './auth.ts';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { NullableText, optionalText, requiredText } from './shared.ts';
import { User } from './users.ts';

/** Refusals of the profile migration (contract 1.4). */
export const MIGRATION_ERRORS = defineErrors({
  ALREADY_MIGRATED: { status: 400, text: 'User is already migrated to V2' },
});

/** The five required fields and two optional ones of 'Complete Your Profile' (ENT-26, MIGR-27 to MIGR-30). */
export const MigrationBody = z.object({
  institute: requiredText({
    required: 'Institute is required',
    tooLong: 'Institute must be 120 characters or less',
  }),
  department: requiredText({
    required: 'Department is required',
    tooLong: 'Department must be 120 characters or less',
  }),
  graduationYear: z.any().check(
    z.refine((value) => value !== undefined && value !== null && value !== '', {
      error: 'Graduation year is required',
      abort: true,
    }),
    z.refine((value) => isGraduationYear(value), { error: 'Please enter a valid graduation year' }),
  ) as unknown as z.ZodMiniType<number>,
  phoneNumber: z.pipe(
    requiredText({
      required: 'Phone number is required',
      max: 40,
      tooLong: 'Please enter a valid phone number',
    }),
    z.string().check(z.refine(isPhoneNumber, { error: 'Please enter a valid phone number' })),
  ),
  studentId: requiredText({
    required: 'Student ID is required',
    max: 60,
    tooLong: 'Student ID must be 60 characters or less',
  }),
  discordUsername: optionalText({
    max: 60,
    tooLong: 'Discord username must be 60 characters or less',
    notText: 'Discord username must be a string',
  }),
  portfolioUrl: optionalUrl('Please enter a valid portfolio URL'),
});
export type MigrationBody = z.infer<typeof MigrationBody>;

export const MigrationStatus = z.object({
  needsMigration: z.boolean(),
  requiresMigration: z.boolean(),
  isV2User: z.boolean(),
  migratedToV2: z.nullable(z.boolean()),
  isOldUser: z.boolean(),
  hasOLID: z.boolean(),
  olid: NullableText,
  emailVerified: z.boolean(),
  userSince: z.string(),
});
export type MigrationStatus = z.infer<typeof MigrationStatus>;

export const getMigrationStatus = defineCall({
  name: 'getMigrationStatus',
  method: 'GET',
  path: '/migration/status',
  access: 'any',
  summary: 'Whether the own profile is complete',
  data: MigrationStatus,
});

export const migrateToV2 = defineCall({
  name: 'migrateToV2',
  method: 'POST',
  path: '/migration/migrate-to-v2',
  access: 'any',
  summary: 'Complete the own profile',
  body: MigrationBody,
  data: z.object({ user: User, migrationCompleted: z.literal(true) }),
});
