import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Named } from './shared.ts';

export const SHARE_ERRORS = defineErrors({
  SHARE_SECTION_NOT_FOUND: { status: 404, text: 'Section not found' },
  SHARE_WEEK_NOT_FOUND: { status: 404, text: 'Week not found' },
  SHARE_BADGE_NOT_EARNED: { status: 404, text: 'Badge not found or not earned by user' },
  SHARE_SPECIALIZATION_NOT_COMPLETED: {
    status: 404,
    text: 'Specialization not found or not completed by user',
  },
  SECTION_NOT_COMPLETED: { status: 400, text: 'You must complete this section before sharing' },
  WEEK_NOT_COMPLETED: { status: 400, text: 'You must complete all sections in this week before sharing' },
  PLATFORM_INVALID: { status: 400, text: 'Invalid platform. Use "twitter" or "linkedin"' },
  SHARE_TYPE_INVALID: { status: 400, text: 'Invalid share type. Use "badge" or "specialization"' },
});

export const SHARE_PLATFORMS = ['twitter', 'linkedin'] as const;
export type SharePlatform = (typeof SHARE_PLATFORMS)[number];

const ShareLink = { shareUrl: z.string(), shareText: z.string(), platform: z.enum(SHARE_PLATFORMS) };

export const SectionShare = z.object({ ...ShareLink, section: z.extend(Named, { league: Named }) });
export type SectionShare = z.infer<typeof SectionShare>;
export const WeekShare = z.object({ ...ShareLink, week: z.extend(Named, { league: Named }) });
export type WeekShare = z.infer<typeof WeekShare>;
export const AchievementShare = z.object({
  ...ShareLink,
  achievement: z.object({
    type: z.enum(['badge', 'specialization']),
    title: z.string(),
    league: z.nullable(Named),
  }),
});
export type AchievementShare = z.infer<typeof AchievementShare>;

export const shareSectionOnTwitter = defineCall('shareSectionOnTwitter', {
  route: 'GET /social/twitter/section/:id',
  access: 'any',
  summary: 'A link that shares a completed section on X',
  data: SectionShare,
});

export const shareSectionOnLinkedin = defineCall('shareSectionOnLinkedin', {
  route: 'GET /social/linkedin/section/:id',
  access: 'any',
  summary: 'A link that shares a completed section on LinkedIn',
  data: SectionShare,
});

export const shareWeekOnTwitter = defineCall('shareWeekOnTwitter', {
  route: 'GET /social/twitter/week/:id',
  access: 'any',
  summary: 'A link that shares a completed week on X',
  data: WeekShare,
});

export const shareWeekOnLinkedin = defineCall('shareWeekOnLinkedin', {
  route: 'GET /social/linkedin/week/:id',
  access: 'any',
  summary: 'A link that shares a completed week on LinkedIn',
  data: WeekShare,
});

export const shareBadgeOnTwitter = defineCall('shareBadgeOnTwitter', {
  route: 'GET /social/twitter/badge/:id',
  access: 'any',
  summary: 'A link that shares an earned badge on X',
  data: AchievementShare,
});

export const shareBadgeOnLinkedin = defineCall('shareBadgeOnLinkedin', {
  route: 'GET /social/linkedin/badge/:id',
  access: 'any',
  summary: 'A link that shares an earned badge on LinkedIn',
  data: AchievementShare,
});

/** `type` is badge or specialization. The handler checks platform and type for the texts of docs/api.md 1.17. */
export const shareAchievement = defineCall('shareAchievement', {
  route: 'GET /social/:platform/:type/:id',
  access: 'any',
  summary: 'A link that shares a badge or a completed specialization',
  data: AchievementShare,
});
