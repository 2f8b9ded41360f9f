import * as z from 'zod/mini';
import { Named, NullableText, ScopePermissions } from './shared.ts';

const UserEnrollment = z.object({
  id: z.string(),
  userId: z.string(),
  cohortId: z.string(),
  leagueId: z.string(),
  enrolledAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  league: Named,
  cohort: Named,
});

const UserScope = z.object({
  id: z.string(),
  leagueId: z.string(),
  ...ScopePermissions.shape,
  assignedAt: z.string(),
  league: Named,
  assignedBy: z.nullable(Named),
});

export const SOCIAL_FIELDS = [
  'twitterHandle',
  'linkedinUrl',
  'githubUsername',
  'kaggleUsername',
  'portfolioUrl',
  'discordUsername',
] as const;
export type SocialField = (typeof SOCIAL_FIELDS)[number];

export const AccountFields = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  olid: NullableText,
  emailVerified: z.boolean(),
  /** True after the profile migration, null before it. */
  migratedToV2: z.nullable(z.boolean()),
  institute: NullableText,
  department: NullableText,
  graduationYear: z.nullable(z.number()),
  studentId: NullableText,
  phoneNumber: NullableText,
  portfolioUrl: NullableText,
  githubUsername: NullableText,
  twitterHandle: NullableText,
  linkedinUrl: NullableText,
  discordUsername: NullableText,
  kaggleUsername: NullableText,
  currentCohortId: NullableText,
  currentCohort: z.nullable(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
  approvedById: NullableText,
  approvedBy: NullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const User = z.object({
  ...AccountFields,
  role: z.string(),
  status: z.string(),
  enrollments: z.array(UserEnrollment),
  pathfinderScopes: z.array(UserScope),
  specializations: z.array(z.object({ id: z.string(), completedAt: z.string(), specialization: Named })),
  /** Resources a day, one of DAILY_GOALS. */
  dailyGoal: z.optional(z.number()),
  isHiddenFromBoards: z.optional(z.boolean()),
  /** Only in one's own profile. */
  unreadNews: z.optional(z.number()),
});
export type User = z.infer<typeof User>;
