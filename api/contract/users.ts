import * as z from 'zod/mini';
import { NullableText } from './shared.ts';

const Named = z.object({ id: z.string(), name: z.string() });

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
  canManageUsers: z.boolean(),
  canViewAnalytics: z.boolean(),
  canCreateContent: z.boolean(),
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

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.string(),
  emailVerified: z.boolean(),
  olid: NullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
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
  migratedToV2: z.nullable(z.boolean()),
  currentCohortId: NullableText,
  currentCohort: z.nullable(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
  approvedById: NullableText,
  approvedBy: NullableText,
  enrollments: z.array(UserEnrollment),
  pathfinderScopes: z.array(UserScope),
  specializations: z.array(z.object({ id: z.string(), completedAt: z.string(), specialization: Named })),
});
export type User = z.infer<typeof User>;
