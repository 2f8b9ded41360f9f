import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import {
  HANDLE_MAX_LENGTH,
  isGraduationYear,
  isPhoneNumber,
  PHONE_TEXT_MAX_LENGTH,
  PROFILE_INVALID,
  PROFILE_REQUIRED,
  STUDENT_ID_MAX_LENGTH,
} from './profile-rules.ts';
import { NullableText, optionalText, optionalUrl, requiredText } from './shared.ts';
import { User } from './users.ts';

export const MIGRATION_ERRORS = defineErrors({
  ALREADY_MIGRATED: { status: 400, text: 'User is already migrated to V2' },
});

export const MigrationBody = z.object({
  institute: requiredText({ required: PROFILE_REQUIRED.institute, field: 'Institute' }),
  department: requiredText({ required: PROFILE_REQUIRED.department, field: 'Department' }),
  graduationYear: z.any().check(
    z.refine((value) => value !== undefined && value !== null && value !== '', {
      error: PROFILE_REQUIRED.graduationYear,
      abort: true,
    }),
    z.refine((value) => isGraduationYear(value), { error: PROFILE_INVALID.graduationYear }),
  ) as unknown as z.ZodMiniType<number>,
  phoneNumber: z.pipe(
    requiredText({
      required: PROFILE_REQUIRED.phoneNumber,
      field: 'Phone number',
      max: PHONE_TEXT_MAX_LENGTH,
      tooLong: PROFILE_INVALID.phoneNumber,
    }),
    z.string().check(z.refine(isPhoneNumber, { error: PROFILE_INVALID.phoneNumber })),
  ),
  studentId: requiredText({
    required: PROFILE_REQUIRED.studentId,
    field: 'Student ID',
    max: STUDENT_ID_MAX_LENGTH,
  }),
  discordUsername: optionalText({ field: 'Discord username', max: HANDLE_MAX_LENGTH }),
  portfolioUrl: optionalUrl(PROFILE_INVALID.portfolioUrl),
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

export const getMigrationStatus = defineCall('getMigrationStatus', {
  route: 'GET /migration/status',
  access: 'any',
  summary: 'Whether the own profile is complete',
  data: MigrationStatus,
});

export const migrateToV2 = defineCall('migrateToV2', {
  route: 'POST /migration/migrate-to-v2',
  access: 'any',
  summary: 'Complete the own profile',
  message: 'Profile completed successfully',
  body: MigrationBody,
  data: z.object({ user: User, migrationCompleted: z.literal(true) }),
});
