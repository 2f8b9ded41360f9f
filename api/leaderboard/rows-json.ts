import { type SQL, sql } from 'drizzle-orm';
import type { LeaderboardRow, OwnStanding } from '#contract/leaderboard.ts';
import { isoMoment } from '../db/prepared-json.ts';
import { rankAtWeekStart } from './week-ranks.ts';

/** A row as the statements send it. */
export interface FoundRow {
  user: LeaderboardRow['user'];
  resourcesCompleted: number;
  completionPercentage: number;
  badgesEarned: number;
  enrolledCohorts: number;
  recentActivity: LeaderboardRow['recentActivity'];
  /** Its place; absent where the list itself says it. */
  rank?: number | null;
  /** Its place when the week began. */
  rankBefore?: number | null;
}

export interface FoundBoard {
  totalResources: number;
  rows: FoundRow[];
}

/** The row of somebody without a single tick. */
export const UNTOUCHED: Omit<FoundRow, 'user'> = {
  resourcesCompleted: 0,
  completionPercentage: 0,
  badgesEarned: 0,
  enrolledCohorts: 0,
  recentActivity: { lastCompletedResource: null, lastBadgeEarned: null },
};

/** How many badges of a league a learner `u` holds. */
const badgesIn = (league: string) => sql`(
  select count(*)::int from user_badges ub join badges b on b.id = ub.badge_id
  where ub.user_id = u.id and b.league_id = ${league})`;

/**
 * The rows of `ranked` with all that is shown of each, in the given order, as one JSON array; no e-mail address.
 * `rank` names the column of the place, where there is one; with a league the badges are those of that league. With a
 * time zone the places when its week began come along, for rows whose rank counts among everybody.
 */
export function rowsJson(
  ranked: SQL,
  order: SQL,
  {
    rank = sql`null`,
    league = null,
    timeZone,
  }: { rank?: SQL; league?: string | null; timeZone?: string } = {},
): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'user', json_build_object('id', u.id, 'name', u.name, 'role', u.role),
      'resourcesCompleted', ranked.completed_resources,
      'completionPercentage', ranked.percentage,
      'badgesEarned', ${league === null ? sql`ranked.badges_earned` : badgesIn(league)},
      'rank', ${rank},
      'rankBefore', ${timeZone === undefined ? sql`null::bigint` : rankAtWeekStart(sql`u.id`, timeZone)},
      'enrolledCohorts', (select count(*) from (
        select from enrollments e where e.user_id = u.id group by e.cohort_id) joined),
      'recentActivity', json_build_object(
        'lastCompletedResource', case when r.id is not null then json_build_object(
          'name', r.title, 'completedAt', ${isoMoment(sql`ranked.last_completed_at`)}) end,
        'lastBadgeEarned', (
          select json_build_object('name', b.name, 'earnedAt', ${isoMoment(sql`ub.earned_at`)})
          from user_badges ub join badges b on b.id = ub.badge_id where ub.user_id = u.id
          order by ub.earned_at desc, b.id limit 1))
    ) order by ${order}), '[]')
    from (${ranked}) ranked
    join users u on u.id = ranked.user_id
    left join resources r on r.id = ranked.last_completed_resource_id)`;
}

/**
 * A row as the wire carries it; three numbers stand twice, for either reading of the entity (ENT-52). Its movement only
 * where the rank counts among everybody: that is what was kept.
 */
export function toRow(
  { user, recentActivity, rankBefore = null, ...numbers }: FoundRow,
  totalResources: number,
  rank: number,
  place: OwnStanding['place'] = 'everybody',
): LeaderboardRow {
  const { resourcesCompleted, completionPercentage, badgesEarned, enrolledCohorts } = numbers;
  return {
    rank,
    user,
    stats: { resourcesCompleted, totalResources, completionPercentage, badgesEarned, enrolledCohorts },
    resourcesCompleted,
    totalResources,
    badgesEarned,
    recentActivity,
    ...(place === 'everybody' ? { movement: rankBefore === null ? null : rankBefore - rank } : {}),
  };
}
