import { and, eq, sql } from 'drizzle-orm';
import * as calls from '#contract/share.ts';
import { badgeLeague } from '../../platform/db/badge-league.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { badges, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import { leagues, sections, specializations, weeks } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ApiRouter, Deps } from '../../platform/http/router.ts';
import { toShareText, toShareUrl, toSiteOrigin } from '../../platform/http/share-links.ts';

export function shareRoutes(router: ApiRouter): void {
  const { deps } = router;
  const asked = (platform: calls.SharePlatform, userId: string, id = '') => ({ platform, userId, id });

  const shared = [
    [calls.shareSectionOnTwitter, shareSection, 'twitter'],
    [calls.shareSectionOnLinkedin, shareSection, 'linkedin'],
    [calls.shareWeekOnTwitter, shareWeek, 'twitter'],
    [calls.shareWeekOnLinkedin, shareWeek, 'linkedin'],
    [calls.shareBadgeOnTwitter, shareBadge, 'twitter'],
    [calls.shareBadgeOnLinkedin, shareBadge, 'linkedin'],
  ] as const;
  for (const [call, share, platform] of shared) {
    router.serve(call, ({ actor, params }) => share(deps, asked(platform, actor.id, params.id)));
  }
  router.serve(calls.shareAchievement, async ({ actor, params }) => {
    const asking = asked(requirePlatform(params.platform), actor.id, params.id);
    if (params.type === 'badge') return shareBadge(deps, asking);
    if (params.type === 'specialization') return shareSpecialization(deps, asking);
    throw new ApiError(calls.SHARE_ERRORS.SHARE_TYPE_INVALID);
  });
}

type ShareDeps = Pick<Deps, 'db' | 'config'>;

interface Asked {
  platform: calls.SharePlatform;
  userId: string;
  id: string;
}

/** Throws SHARE_SECTION_NOT_FOUND or SECTION_NOT_COMPLETED. */
async function shareSection(deps: ShareDeps, { platform, userId, id }: Asked): Promise<calls.SectionShare> {
  const [row] = await deps.db
    .select({ id: sections.id, name: sections.name, league: { id: leagues.id, name: leagues.name } })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(eq(sections.id, id));
  if (!row) throw new ApiError(calls.SHARE_ERRORS.SHARE_SECTION_NOT_FOUND);
  const [open = 1] = await countOpen(deps.db, userId, { sectionId: id });
  if (open > 0) throw new ApiError(calls.SHARE_ERRORS.SECTION_NOT_COMPLETED);
  return { ...toLink(deps, platform, `Just completed "${row.name}" in ${row.league.name}`), section: row };
}

/** Throws SHARE_WEEK_NOT_FOUND, or WEEK_NOT_COMPLETED when a section is open. */
async function shareWeek(deps: ShareDeps, { platform, userId, id }: Asked): Promise<calls.WeekShare> {
  const [row] = await deps.db
    .select({ id: weeks.id, name: weeks.name, league: { id: leagues.id, name: leagues.name } })
    .from(weeks)
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(eq(weeks.id, id));
  if (!row) throw new ApiError(calls.SHARE_ERRORS.SHARE_WEEK_NOT_FOUND);
  const open = await countOpen(deps.db, userId, { weekId: id });
  if (open.length === 0 || open.some((count) => count > 0)) {
    throw new ApiError(calls.SHARE_ERRORS.WEEK_NOT_COMPLETED);
  }
  return { ...toLink(deps, platform, `Just completed "${row.name}" in ${row.league.name}`), week: row };
}

/** Throws SHARE_BADGE_NOT_EARNED. */
async function shareBadge(deps: ShareDeps, { platform, userId, id }: Asked): Promise<calls.AchievementShare> {
  const [row] = await deps.db
    .select({ title: badges.name, league: badgeLeague })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .where(and(eq(userBadges.badgeId, id), eq(userBadges.userId, userId)));
  if (!row) throw new ApiError(calls.SHARE_ERRORS.SHARE_BADGE_NOT_EARNED);
  return {
    ...toLink(deps, platform, `Just earned the badge "${row.title}" in ${row.league.name}`),
    achievement: { type: 'badge', ...row },
  };
}

/** Throws SHARE_SPECIALIZATION_NOT_COMPLETED. */
async function shareSpecialization(
  deps: ShareDeps,
  { platform, userId, id }: Asked,
): Promise<calls.AchievementShare> {
  const [row] = await deps.db
    .select({ title: specializations.name })
    .from(userSpecializations)
    .innerJoin(specializations, eq(specializations.id, userSpecializations.specializationId))
    .where(and(eq(userSpecializations.specializationId, id), eq(userSpecializations.userId, userId)));
  if (!row) throw new ApiError(calls.SHARE_ERRORS.SHARE_SPECIALIZATION_NOT_COMPLETED);
  return {
    ...toLink(deps, platform, `Just completed the specialization "${row.title}"`),
    achievement: { type: 'specialization', title: row.title, league: null },
  };
}

function requirePlatform(value: string | undefined): calls.SharePlatform {
  const platform = calls.SHARE_PLATFORMS.find((known) => known === value);
  if (!platform) throw new ApiError(calls.SHARE_ERRORS.PLATFORM_INVALID);
  return platform;
}

// Open resources per section. An empty section counts as one open resource, because it is never complete
// (docs/api.md 4).
async function countOpen(
  db: Database,
  userId: string,
  asked: { sectionId: string } | { weekId: string },
): Promise<number[]> {
  const rows = await queryRows<{ open: number }>(
    db,
    sql`
      select (case when count(r.id) = 0 then 1 else count(r.id) - count(p.completed_at) end)::int as open
      from sections s
      left join resources r on r.section_id = s.id
      left join resource_progress p on p.resource_id = r.id and p.user_id = ${userId}
      where ${'sectionId' in asked ? sql`s.id = ${asked.sectionId}` : sql`s.week_id = ${asked.weekId}`}
      group by s.id`,
  );
  return rows.map((row) => Number(row.open));
}

function toLink({ config }: ShareDeps, platform: calls.SharePlatform, deed: string) {
  const shareText = toShareText(deed);
  return { platform, shareText, shareUrl: toShareUrl(platform, shareText, toSiteOrigin(config)) };
}
