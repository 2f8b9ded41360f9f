import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { REASON_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { Description, Moment, NullableText, optionalText, requiredId, requiredText } from './shared.ts';
import { isHttpUrl } from './text.ts';

/** Refusals (docs/api.md 1.16). */
export const BADGE_ERRORS = defineErrors({
  BADGE_NOT_FOUND: { status: 404, text: 'Badge not found' },
  BADGE_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  BADGE_USER_NOT_FOUND: { status: 404, text: 'Target user not found' },
  BADGE_NOT_HELD: { status: 404, text: 'User does not have this badge' },
  BADGE_EXISTS: { status: 400, text: 'A badge already exists for this league' },
  OWN_BADGE: { status: 400, text: 'Cannot award yourself a badge or revoke your own' },
  BADGE_ALREADY_HELD: { status: 400, text: 'User already has this badge' },
  BADGE_AWARDED: {
    status: 400,
    text: 'Cannot delete badge. It has been awarded to {count} user(s). Consider revoking all awards first.',
  },
});

const NamedLeague = z.object({ id: z.string(), name: z.string() });

/** A badge as staff writes answer it. */
export const Badge = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  imageUrl: NullableText,
  leagueId: z.string(),
  league: NamedLeague,
  createdAt: Moment,
  updatedAt: Moment,
});
export type Badge = z.infer<typeof Badge>;

/** A badge as the caller sees it: whether they have it, and how many people do. */
const BadgeRow = z.extend(Badge, {
  earnedByUser: z.boolean(),
  earnedAt: NullableText,
  totalEarners: z.number(),
});

export const EarnedBadge = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  imageUrl: NullableText,
  league: NamedLeague,
  earnedAt: Moment,
});
export type EarnedBadge = z.infer<typeof EarnedBadge>;

/** The award of a badge to a person. */
export const UserBadgeRow = z.object({
  id: z.string(),
  userId: z.string(),
  badgeId: z.string(),
  earnedAt: Moment,
  awardedById: NullableText,
  reason: NullableText,
  badge: z.object({ id: z.string(), name: z.string(), league: NamedLeague }),
  user: z.object({ id: z.string(), name: z.string() }),
});
export type UserBadgeRow = z.infer<typeof UserBadgeRow>;

const PICTURE_INVALID = 'imageUrl must be a valid http or https address';
const ImageUrl = z.optional(
  z.pipe(
    z.pipe(
      z.nullable(z.string({ error: PICTURE_INVALID })),
      z.transform((value: string | null) => value?.trim() || null),
    ),
    z
      .nullable(z.string())
      .check(z.refine((value) => value === null || isHttpUrl(value), { error: PICTURE_INVALID })),
  ),
);
const REQUIRED = 'Name and leagueId are required';
const name = (required: string) => requiredText({ required, field: 'Name' });
const Reason = optionalText({ field: 'Reason', max: REASON_MAX_LENGTH });

export const CreateBadgeBody = z.object({
  name: name(REQUIRED),
  leagueId: requiredId(REQUIRED),
  description: Description,
  imageUrl: ImageUrl,
});
export type CreateBadgeBody = z.infer<typeof CreateBadgeBody>;

export const UpdateBadgeBody = z
  .object({ name: z.optional(name('Name cannot be empty')), description: Description, imageUrl: ImageUrl })
  .check(
    z.refine(
      ({ name, description, imageUrl }) =>
        name !== undefined || description !== undefined || imageUrl !== undefined,
      { error: 'At least one field (name, description, imageUrl) must be provided' },
    ),
  );
export type UpdateBadgeBody = z.infer<typeof UpdateBadgeBody>;

export const AwardBody = z.object({ userId: requiredId('userId is required'), reason: Reason });
export type AwardBody = z.infer<typeof AwardBody>;

export const listBadges = defineCall({
  name: 'listBadges',
  method: 'GET',
  path: '/badges',
  access: 'approved',
  summary: 'Every badge, and which of them the caller has',
  data: z.object({ badges: z.array(BadgeRow), total: z.number(), earnedCount: z.number() }),
});

export const listMyBadges = defineCall({
  name: 'listMyBadges',
  method: 'GET',
  path: '/badges/my-badges',
  access: 'any',
  summary: 'The own badges, newest first',
  data: z.object({ badges: z.array(EarnedBadge), total: z.number() }),
});

export const getBadgeAnalytics = defineCall({
  name: 'getBadgeAnalytics',
  method: 'GET',
  path: '/badges/analytics',
  access: 'chief',
  summary: 'How often badges are earned, over the leagues in scope',
  data: z.object({
    overview: z.object({
      totalBadges: z.number(),
      totalAwarded: z.number(),
      uniqueEarners: z.number(),
      /** Awards per person who has at least one, to two decimals. */
      averageBadgesPerUser: z.number(),
    }),
    badgePopularity: z.array(
      z.object({ id: z.string(), name: z.string(), league: NamedLeague, timesAwarded: z.number() }),
    ),
    recentAwards: z.array(
      z.object({
        id: z.string(),
        earnedAt: Moment,
        badge: z.object({ id: z.string(), name: z.string() }),
        user: z.object({ id: z.string(), name: z.string() }),
      }),
    ),
  }),
});

export const createBadge = defineCall({
  name: 'createBadge',
  method: 'POST',
  path: '/badges',
  access: 'chief',
  summary: 'Give a league its badge',
  status: 201,
  body: CreateBadgeBody,
  data: z.object({ badge: Badge }),
});

export const updateBadge = defineCall({
  name: 'updateBadge',
  method: 'PUT',
  path: '/badges/:id',
  access: 'chief',
  summary: 'Change a badge',
  body: UpdateBadgeBody,
  data: z.object({ badge: Badge }),
});

export const deleteBadge = defineCall({
  name: 'deleteBadge',
  method: 'DELETE',
  path: '/badges/:id',
  access: 'grand',
  summary: 'Delete a badge that nobody has',
});

export const awardBadge = defineCall({
  name: 'awardBadge',
  method: 'POST',
  path: '/badges/:id/award',
  access: 'staff',
  summary: 'Award a badge by hand',
  status: 201,
  body: AwardBody,
  data: z.object({ userBadge: UserBadgeRow }),
});

export const revokeBadge = defineCall({
  name: 'revokeBadge',
  method: 'DELETE',
  path: '/badges/:id/revoke',
  access: 'chief',
  summary: 'Take a badge back from a person',
  body: AwardBody,
});
