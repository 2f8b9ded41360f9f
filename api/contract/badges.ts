import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { REASON_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import {
  Description,
  Id,
  Moment,
  Named,
  NullableText,
  optionalText,
  optionalUrl,
  PageQuery,
  Pagination,
  requiredId,
  requiredText,
} from './shared.ts';

/** Serves a PNG or an SVG; only errors use the envelope. */
export const BADGE_PICTURE_PATH = '/badge-pictures/:id/:file';
/** Takes the place of the badge id in the address of an emblem, which many badges share. */
export const BADGE_EMBLEMS = 'emblems';
export const BADGE_PICTURE_MAX_BYTES = 100 * 1024;
export const BADGE_PICTURE_MAX_PIXELS = 1024;
// Base64 turns 3 bytes into 4 characters. The margin lets a slightly too large picture get a proper refusal.
const BADGE_BODY_LIMIT_BYTES = 4 * BADGE_PICTURE_MAX_BYTES;
export const BADGES_PAGE_SIZE = 50;
/** Value of the league filter for badges without a league. */
export const FREE_BADGES = 'free';
export const CANDIDATE_SEARCH_MIN_LENGTH = 2;
export const CANDIDATES_MAX = 10;

export const BADGE_ERRORS = defineErrors({
  BADGE_NOT_FOUND: { status: 404, text: 'Badge not found' },
  BADGE_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  BADGE_USER_NOT_FOUND: { status: 404, text: 'Target user not found' },
  BADGE_NOT_HELD: { status: 404, text: 'User does not have this badge' },
  BADGE_EXISTS: { status: 400, text: 'A badge already exists for this league' },
  OWN_BADGE: { status: 400, text: 'Cannot award yourself a badge or revoke your own' },
  BADGE_PICTURE_REFUSED: { status: 400, text: 'The picture cannot be used: {fault}.' },
  BADGE_ALREADY_HELD: { status: 400, text: 'User already has this badge' },
  BADGE_AWARDED: {
    status: 400,
    text: 'Cannot delete badge. It has been awarded to {count} user(s). Consider revoking all awards first.',
  },
  BADGE_OF_A_RULE: { status: 400, text: 'Cannot delete badge. The product awards it by a rule.' },
});

/** A badge without a league has '' as `leagueId` and the product's name as league name (docs/decisions/0040). */
export const Badge = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  imageUrl: NullableText,
  leagueId: z.string(),
  league: Named,
  createdAt: Moment,
  updatedAt: Moment,
});
export type Badge = z.infer<typeof Badge>;

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
  league: Named,
  earnedAt: Moment,
});
export type EarnedBadge = z.infer<typeof EarnedBadge>;

export const UserBadgeRow = z.object({
  id: z.string(),
  userId: z.string(),
  badgeId: z.string(),
  earnedAt: Moment,
  awardedById: NullableText,
  reason: NullableText,
  badge: z.object({ id: z.string(), name: z.string(), league: Named }),
  user: Named,
});
export type UserBadgeRow = z.infer<typeof UserBadgeRow>;

const ImageUrl = optionalUrl('imageUrl must be a valid http or https address');
const REQUIRED = 'Name and leagueId are required';
const name = (required: string) => requiredText({ required, field: 'Name' });
const Reason = optionalText({ field: 'Reason', max: REASON_MAX_LENGTH });

// An emblem in a colour ('quantum-blue') or a PNG as data URL; null removes the picture. Takes precedence over
// `imageUrl`.
const Picture = z.optional(z.nullable(z.string({ error: 'picture must be a string' })));

const looks = { description: Description, imageUrl: ImageUrl, picture: Picture };

export const CreateBadgeBody = z.object({
  name: name(REQUIRED),
  leagueId: requiredId(REQUIRED),
  ...looks,
});
export type CreateBadgeBody = z.infer<typeof CreateBadgeBody>;

export const CreateFreeBadgeBody = z.object({ name: name('Name is required'), ...looks });
export type CreateFreeBadgeBody = z.infer<typeof CreateFreeBadgeBody>;

export const UpdateBadgeBody = z
  .object({ name: z.optional(name('Name cannot be empty')), ...looks })
  .check(
    z.refine(
      ({ name, description, imageUrl, picture }) =>
        name !== undefined || description !== undefined || imageUrl !== undefined || picture !== undefined,
      { error: 'At least one field (name, description, imageUrl) must be provided' },
    ),
  );
export type UpdateBadgeBody = z.infer<typeof UpdateBadgeBody>;

export const StaffBadge = z.object({
  id: Id,
  name: z.string(),
  description: NullableText,
  imageUrl: NullableText,
  league: z.nullable(Named),
  holders: z.number(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type StaffBadge = z.infer<typeof StaffBadge>;

export const BadgePerson = z.object({ id: Id, name: z.string(), email: z.string() });
export type BadgePerson = z.infer<typeof BadgePerson>;

export const BadgeHolder = z.object({
  id: Id,
  user: BadgePerson,
  earnedAt: Moment,
  /** Null for a badge earned by completing the league, or when the giver's account is deleted. */
  awardedBy: z.nullable(Named),
  reason: NullableText,
});
export type BadgeHolder = z.infer<typeof BadgeHolder>;

export const StaffBadgeQuery = z.extend(PageQuery, {
  search: z.optional(z.string()),
  leagueId: z.optional(z.string()),
});
export type StaffBadgeQuery = z.infer<typeof StaffBadgeQuery>;
export const BadgeHolderQuery = z.extend(PageQuery, { search: z.optional(z.string()) });
export type BadgeHolderQuery = z.infer<typeof BadgeHolderQuery>;

export const AwardBody = z.object({ userId: requiredId('userId is required'), reason: Reason });
export type AwardBody = z.infer<typeof AwardBody>;

export const listBadges = defineCall('listBadges', {
  route: 'GET /badges',
  access: 'learner',
  summary: 'Every badge, and which of them the caller has',
  data: z.object({ badges: z.array(BadgeRow), total: z.number(), earnedCount: z.number() }),
});

export const listMyBadges = defineCall('listMyBadges', {
  route: 'GET /badges/my-badges',
  access: 'any',
  summary: 'The own badges, newest first',
  data: z.object({ badges: z.array(EarnedBadge), total: z.number() }),
});

export const getBadgeAnalytics = defineCall('getBadgeAnalytics', {
  route: 'GET /badges/analytics',
  access: 'chief',
  summary: 'How often badges are earned, over the leagues in scope',
  data: z.object({
    overview: z.object({
      totalBadges: z.number(),
      totalAwarded: z.number(),
      uniqueEarners: z.number(),
      /** Mean over people with at least one award, to two decimals. */
      averageBadgesPerUser: z.number(),
    }),
    badgePopularity: z.array(
      z.object({ id: z.string(), name: z.string(), league: Named, timesAwarded: z.number() }),
    ),
    recentAwards: z.array(
      z.object({
        id: z.string(),
        earnedAt: Moment,
        badge: Named,
        user: Named,
      }),
    ),
  }),
});

export const createBadge = defineCall('createBadge', {
  route: 'POST /badges',
  access: 'chief',
  summary: 'Give a league its badge',
  status: 201,
  body: CreateBadgeBody,
  bodyLimit: BADGE_BODY_LIMIT_BYTES,
  data: z.object({ badge: Badge }),
});

export const updateBadge = defineCall('updateBadge', {
  route: 'PUT /badges/:id',
  access: 'chief',
  summary: 'Change a badge',
  body: UpdateBadgeBody,
  bodyLimit: BADGE_BODY_LIMIT_BYTES,
  data: z.object({ badge: Badge }),
});

export const deleteBadge = defineCall('deleteBadge', {
  route: 'DELETE /badges/:id',
  access: 'grand',
  summary: 'Delete a badge that nobody has',
  message: 'Badge deleted',
});

export const awardBadge = defineCall('awardBadge', {
  route: 'POST /badges/:id/award',
  access: 'staff',
  summary: 'Award a badge by hand',
  status: 201,
  body: AwardBody,
  data: z.object({ userBadge: UserBadgeRow }),
});

export const revokeBadge = defineCall('revokeBadge', {
  route: 'DELETE /badges/:id/revoke',
  access: 'chief',
  summary: 'Take a badge back from a person',
  message: 'Badge revoked',
  body: AwardBody,
});

export const listStaffBadges = defineCall('listStaffBadges', {
  route: 'GET /admin/badges',
  access: 'staff',
  summary:
    'Badges by name, with how many hold each, of the leagues whose users or content the caller manages',
  query: StaffBadgeQuery,
  data: z.object({
    badges: z.array(StaffBadge),
    /**
     * Counted before any filter over the badges that the caller may see. `awards` is the number of holders of all
     * badges.
     */
    counts: z.object({ total: z.number(), free: z.number(), awards: z.number() }),
    pagination: Pagination,
  }),
});

export const createFreeBadge = defineCall('createFreeBadge', {
  route: 'POST /admin/badges',
  access: 'grand',
  summary: 'Make a badge of no league, which is awarded by hand alone',
  status: 201,
  body: CreateFreeBadgeBody,
  bodyLimit: BADGE_BODY_LIMIT_BYTES,
  data: z.object({ badge: Badge }),
});

export const listBadgeHolders = defineCall('listBadgeHolders', {
  route: 'GET /admin/badges/:id/holders',
  access: 'staff',
  summary: 'Who holds a badge, since when, by whom and why, the latest first',
  query: BadgeHolderQuery,
  data: z.object({
    badge: StaffBadge,
    holders: z.array(BadgeHolder),
    pagination: Pagination,
  }),
  personIdsIn: ({ holders }) => holders.map(({ user }) => user.id),
});

export const findBadgeCandidates = defineCall('findBadgeCandidates', {
  route: 'GET /admin/badges/:id/candidates',
  access: 'staff',
  summary: 'People without the badge by name or e-mail, for staff below Grand Pathfinder those of its league',
  query: z.object({ search: z.optional(z.string()) }),
  data: z.object({ people: z.array(BadgePerson) }),
});
