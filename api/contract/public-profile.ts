import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, NullableText, optionalText, requiredId } from './shared.ts';

// Calls for the public page of a person, beyond the agreed contract (docs/decisions/0061).

export const PUBLIC_PROFILE_ERRORS = defineErrors({
  PROFILE_NOT_FOUND: { status: 404, text: 'There is no public page at this address' },
  ADDRESS_TAKEN: { status: 409, text: 'This address is taken' },
  PROJECT_NOT_FOUND: { status: 400, text: 'Only your own approved submissions can be shown' },
});

export const ADDRESS_MAX_LENGTH = 40;
export const ABOUT_MAX_LENGTH = 280;
const PROJECTS_MAX = 50;
export const ADDRESS_RULE =
  'An address has 3 to 40 letters, digits and hyphens, and begins and ends with a letter or digit';
const ADDRESS = /^[a-z\d][a-z\d-]{1,38}[a-z\d]$/i;

/** `typed` in any case. */
export const isProfileAddress = (typed: string): boolean => ADDRESS.test(typed);

/** What an owner switches on, besides projects and the text about themselves. */
export const SHOWN_PARTS = [
  ...(['showsName', 'showsLeagues', 'showsBadges'] as const),
  ...(['showsCertificates', 'showsEvents', 'showsLinks'] as const),
] as const;
export type ShownPart = (typeof SHOWN_PARTS)[number];

/** Days are those of the product's time zone, YYYY-MM-DD. A part that its owner does not show is null. */
export const PublicProfile = z.object({
  name: NullableText,
  about: NullableText,
  /** Search engines may list the page. */
  isIndexed: z.boolean(),
  leagues: z.nullable(z.array(z.object({ name: z.string(), completedOn: z.string() }))),
  /** `picture` is a path below the API; pictures of other hosts are left out. */
  badges: z.nullable(z.array(z.object({ name: z.string(), picture: NullableText, earnedOn: z.string() }))),
  certificates: z.nullable(
    z.array(z.object({ title: z.string(), code: z.string(), completedOn: z.string() })),
  ),
  projects: z.nullable(z.array(z.object({ title: z.string(), league: z.string(), url: NullableText }))),
  events: z.nullable(z.array(z.object({ eventId: Id, title: z.string(), day: z.string() }))),
  links: z.nullable(
    z.object({
      portfolioUrl: NullableText,
      githubUsername: NullableText,
      twitterHandle: NullableText,
      linkedinUrl: NullableText,
      kaggleUsername: NullableText,
    }),
  ),
});
export type PublicProfile = z.infer<typeof PublicProfile>;

const CHOICES = ['isPublic', 'isIndexed', ...SHOWN_PARTS] as const;
const Choices = z.object(
  Object.fromEntries(
    CHOICES.map((name) => [name, z.boolean({ error: `${name} must be true or false` })]),
  ) as Record<(typeof CHOICES)[number], z.ZodMiniBoolean>,
);

const OwnPublicProfile = z.object({
  /** `address` is null before the first save. */
  settings: z.extend(Choices, { address: NullableText, about: NullableText }),
  /** Approved submissions, which may be shown as projects. */
  submissions: z.array(
    z.object({ id: Id, title: z.string(), league: z.string(), url: NullableText, isPicked: z.boolean() }),
  ),
  /** Exactly what `getPublicProfile` answers while the page is on. */
  preview: PublicProfile,
});
export type OwnPublicProfile = z.infer<typeof OwnPublicProfile>;

export const getOwnPublicProfile = defineCall('getOwnPublicProfile', {
  route: 'GET /users/me/public-profile',
  access: 'learner',
  summary: 'Own public page: what it shows, what it could show, and how strangers see it',
  data: OwnPublicProfile,
});

/** Without an address the page keeps its own, at first a random one. */
export const savePublicProfile = defineCall('savePublicProfile', {
  route: 'PUT /users/me/public-profile',
  access: 'learner',
  summary: 'Turn the own public page on or off, and choose its address and what it shows',
  message: 'Public page saved',
  body: z.extend(Choices, {
    address: z.optional(
      z
        .string({ error: ADDRESS_RULE })
        .check(z.trim(), z.regex(ADDRESS, { error: ADDRESS_RULE }), z.toLowerCase()),
    ),
    about: optionalText({ field: 'About', max: ABOUT_MAX_LENGTH }),
    projectIds: z
      .array(requiredId('projectIds must be ids'), { error: 'projectIds must be a list' })
      .check(z.maxLength(PROJECTS_MAX, { error: `At most ${PROJECTS_MAX} projects can be shown` })),
  }),
  data: OwnPublicProfile,
});

export const getPublicProfile = defineCall('getPublicProfile', {
  route: 'GET /public/people/:address',
  access: 'public',
  summary: 'The public page of a person, if it is on',
  data: PublicProfile,
});
