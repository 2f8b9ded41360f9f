import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  not,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { type LeaderboardRow, NEARBY_USERS } from '#contract/leaderboard.ts';
import { toPercentage } from '#contract/shared.ts';
import type { Database } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { leagues, resources } from '../platform/db/schema/curriculum.ts';
import { enrollments, leagueProgress, learnerStats, weekProgress } from '../platform/db/schema/learning.ts';
import { rankSnapshots } from '../platform/db/schema/ranks.ts';
import { beforeByKey, ORDER, type Order, type Standing, sortedBy } from './order.ts';
import { mondayIn, shownWeek } from './week-ranks.ts';

export interface RankedGroup {
  league?: string | null;
  /** The Monday of a week: ranks by what was completed in it, among those who completed something. */
  week?: SQL | undefined;
  /** Subqueries of account ids; an account has to be in all of them. */
  members?: readonly SQLWrapper[];
}

interface RankPage {
  limit: number;
  offset: number;
  /** Subquery of account ids: lists only these, with their ranks among all. */
  named?: SQLWrapper | undefined;
}

/** With what only the server knows; `shownTo` takes it away. */
export type RankedRow = LeaderboardRow & { isHidden: boolean };
export type OwnRow = Omit<LeaderboardRow, 'rank'> & { rank: number | null };

export interface Viewer {
  id?: string;
  seesHidden: boolean;
}

/** Leaves out learners who hide from boards, except for themselves; places stay as they are. */
export function shownTo({ id, seesHidden }: Viewer, rows: readonly RankedRow[]): LeaderboardRow[] {
  return rows
    .filter(({ isHidden, user }) => !isHidden || seesHidden || user.id === id)
    .map(({ isHidden: _, ...row }) => row);
}

export function createRanking(
  db: Database,
  { timeZone, order = ORDER }: { timeZone: string; order?: Order },
) {
  const selectPlace = (among: RankedGroup, userId: string | Placeholder) => {
    const other = selectTotals(db, among, {
      where: hasStats(among) ? isRanked(db, among) : () => sql`true`,
    }).as('other');
    const countOther = (condition: SQLWrapper | undefined) =>
      sql`${db.select({ rows: count() }).from(other).where(sql`${condition}`)}`;
    const own = selectTotals(db, among, {
      where: (standing) => eq(standing.userId, userId),
      rank: (standing) => {
        const ranges = beforeByKey(order, other, standing);
        const place = sql`1 + ${sql.join(ranges.map(countOther), sql` + `)}`;
        if (hasStats(among)) return sql`case when ${learnerStats.isRanked} then ${place} end`;
        // Subtracted at the end, because each range would look up the few who are not ranked.
        const unranked = countOther(and(inArray(other.userId, selectUnranked(db)), or(...ranges)));
        const isUnranked = inArray(standing.userId, selectUnranked(db, userId));
        return sql`case when not ${isUnranked} then ${place} - ${unranked} end`;
      },
    }).as('part');
    return findRows(db, own, among, { timeZone, order });
  };
  const selectList = (among: RankedGroup, { limit, offset, named }: RankPage) => {
    const ranked = selectTotals(db, among, {
      where: isRanked(db, among),
      // Without a name search the rank follows from the offset, and the index is read only up to the page.
      ...(named && { rank: (standing) => sql`row_number() over (order by ${sortedBy(order, standing)})` }),
    }).as('ranked');
    const part = db
      .select()
      .from(ranked)
      .where(named && inArray(ranked.userId, named))
      .orderBy(sortedBy(order, ranked))
      .limit(asLiteral(limit))
      .offset(offset)
      .as('part');
    return findRows(db, part, among, { timeZone, order });
  };
  // Prepared, because building the SQL text takes longer than running it.
  const thisWeek: RankedGroup = { week: mondayIn(timeZone, sql`now()`) };
  const ownPlace = selectPlace({}, sql.placeholder('userId')).prepare('own_place');
  const ownPlaceThisWeek = selectPlace(thisWeek, sql.placeholder('userId')).prepare('own_place_this_week');
  const nearby = selectNearby(db, { timeZone, order }).prepare('nearby_places');

  const list = async (among: RankedGroup, part: RankPage): Promise<RankedRow[]> => {
    const found = await selectList(among, part);
    return found.map((row, index) => toRow(row, row.place ?? part.offset + index + 1, among));
  };

  return {
    thisWeek,
    list,

    /** Empty on other days than Monday. */
    listFirstOfLastWeek(at: SQL = sql`now()`): Promise<RankedRow[]> {
      const monday = mondayIn(timeZone, at);
      const lastWeek = sql`case when (${at} at time zone ${timeZone})::date = ${monday} then ${monday} - 7 end`;
      return list({ week: lastWeek }, { limit: FIRST_OF_WEEK, offset: 0 });
    },

    /** Finds an account among everybody, and up to NEARBY_USERS rows on each side where it is ranked. */
    async findWithNearby(userId: string) {
      const [own, found] = await Promise.all([this.find({}, userId), nearby.execute({ userId })]);
      const rank = own?.rank;
      if (!rank) return { own, above: [], below: [] };
      const ahead = Math.min(NEARBY_USERS, rank - 1);
      const rows = found.map((row, index) => toRow(row, rank - ahead + index + (index < ahead ? 0 : 1), {}));
      return { own, above: rows.slice(0, ahead), below: rows.slice(ahead) };
    },

    /** Needs no league filter: every member of a league has totals. */
    async count({ members = [], week }: RankedGroup, named?: SQLWrapper): Promise<number> {
      const groups = named ? [...members, named] : members;
      const ranked = selectTotals(db, { members: groups, week }, { where: isRanked(db, { week }) }).as(
        'ranked',
      );
      const [found] = await db.select({ rows: count() }).from(ranked);
      return found?.rows ?? 0;
    },

    async find(among: RankedGroup, userId: string): Promise<OwnRow | null> {
      const prepared = isWhole(among) ? ownPlace : among === thisWeek ? ownPlaceThisWeek : null;
      const [row] = await (prepared ? prepared.execute({ userId }) : selectPlace(among, userId));
      if (!row) return null;
      const { isHidden: _, ...own } = toRow(row, row.place, among);
      return own;
    },
  };
}

const FIRST_OF_WEEK = 3;

const isWhole = ({ league, members = [], week }: RankedGroup) => !league && !week && members.length === 0;

// A literal limit lets the planner expect that few rows.
const asLiteral = (limit: number) => sql.raw(String(limit)) as unknown as number;

const selectUnranked = (db: Database, userId?: string | Placeholder) =>
  db
    .select({ id: learnerStats.userId })
    .from(learnerStats)
    .where(
      and(not(learnerStats.isRanked), userId === undefined ? undefined : eq(learnerStats.userId, userId)),
    );

const hasStats = (among: RankedGroup) => sumsOf(among) === learnerStats;

// Few of a league or week are not ranked, so they are looked up once instead of joined to every row.
const isRanked = (db: Database, among: RankedGroup) => (standing: Standing) =>
  hasStats(among) ? sql`${learnerStats.isRanked}` : notInArray(standing.userId, selectUnranked(db));

function selectTotals(
  db: Database,
  { league = null, members = [], week }: RankedGroup,
  {
    where,
    rank = () => sql`null`,
  }: { where: (standing: Standing) => SQLWrapper; rank?: (standing: Standing) => SQL },
) {
  const sums = sumsOf({ league, week });
  return (
    db
      // Only columns of the ranking indexes, so that far pages are index-only scans.
      .select({
        userId: sums.userId,
        completedResources: sums.completedResources,
        lastCompletedAt: sums.lastCompletedAt,
        // The joined `rank_snapshots` also has a column named rank.
        place: sql<number | null>`${rank(sums)}`.mapWith(Number).as('place'),
      })
      .from(sums)
      .where(
        and(
          where(sums),
          isOf({ league, week }),
          week && gt(weekProgress.completedResources, 0),
          ...members.map((ids) => inArray(sums.userId, ids)),
        ),
      )
  );
}

// All three tables have the columns that are read.
const sumsOf = ({ league, week }: RankedGroup) =>
  (week ? weekProgress : league ? leagueProgress : learnerStats) as typeof learnerStats;

const isOf = ({ league, week }: RankedGroup) =>
  week ? eq(weekProgress.weekStart, week) : league ? eq(leagueProgress.leagueId, league) : undefined;

type UnionPart = ReturnType<typeof selectTotals>;

/** Reads the index from the place of an account in both directions. */
function selectNearby(db: Database, settings: { timeZone: string; order: Order }) {
  const { order } = settings;
  const few = asLiteral(NEARBY_USERS);
  const own = alias(learnerStats, 'own');
  const list = (conditions: SQL[], isReversed: boolean) => {
    const parts = conditions.map((condition) =>
      selectTotals(db, {}, { where: () => sql`${learnerStats.isRanked} and ${condition}` })
        .orderBy(sortedBy(order, learnerStats, isReversed))
        .limit(few),
    ) as unknown as [UnionPart, UnionPart];
    const near = unionAll(...parts).as('near');
    return db
      .select()
      .from(near)
      .orderBy(sortedBy(order, near, isReversed))
      .limit(few);
  };
  const above = list(beforeByKey(order, learnerStats, own), true);
  const below = list(beforeByKey(order, own, learnerStats), false);
  const beside = unionAll(above, below).as('beside');
  const part = db
    .select(beside._.selectedFields)
    .from(own)
    .crossJoinLateral(beside)
    .where(eq(own.userId, sql.placeholder('userId')))
    .as('part');
  return findRows(db, part as unknown as RankedRows, {}, settings);
}

type RankedRows = ReturnType<ReturnType<typeof selectTotals>['as']>;

type FoundRow = Awaited<ReturnType<typeof findRows>>[number];

function findRows(
  db: Database,
  places: RankedRows,
  { league = null, week }: RankedGroup,
  { timeZone, order }: { timeZone: string; order: Order },
) {
  const sums = sumsOf({ league, week });
  const number = (query: SQLWrapper) => sql<number>`${query}`.mapWith(Number);
  const lastBadge = db
    .select({ badge: badges.name, badgeEarnedAt: userBadges.earnedAt })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .where(eq(userBadges.userId, users.id))
    .orderBy(desc(userBadges.earnedAt), badges.id)
    .limit(1)
    .as('last_badge');
  const badgesOfLeague = db
    .select({ held: count() })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .where(and(eq(userBadges.userId, users.id), eq(badges.leagueId, league ?? '')));
  const badgesOfAll = db
    .select({ held: learnerStats.badgesEarned })
    .from(learnerStats)
    .where(eq(learnerStats.userId, users.id));
  const cohorts = db
    .select({ joined: countDistinct(enrollments.cohortId) })
    .from(enrollments)
    .where(eq(enrollments.userId, users.id));
  const total = db
    .select({ resources: sql`coalesce(sum(${leagues.resourcesCount}), 0)` })
    .from(leagues)
    .where(league === null ? undefined : eq(leagues.id, league));
  return db
    .select({
      place: places.place,
      user: { id: users.id, name: users.name, role: users.role },
      isHidden: users.isHiddenFromBoards,
      resourcesCompleted: places.completedResources,
      totalResources: number(total),
      badgesEarned: number(league === null ? badgesOfAll : badgesOfLeague),
      enrolledCohorts: number(cohorts),
      resource: resources.title,
      completedAt: places.lastCompletedAt,
      badge: lastBadge.badge,
      badgeEarnedAt: lastBadge.badgeEarnedAt,
      weekRank: rankSnapshots.rank,
    })
    .from(places)
    .innerJoin(users, eq(users.id, places.userId))
    .innerJoin(sums, and(eq(sums.userId, places.userId), isOf({ league, week })))
    .leftJoin(resources, eq(resources.id, sums.lastCompletedResourceId))
    .leftJoinLateral(lastBadge, sql`true`)
    .leftJoin(
      rankSnapshots,
      and(eq(rankSnapshots.userId, users.id), eq(rankSnapshots.weekStart, shownWeek(timeZone))),
    )
    .orderBy(sortedBy(order, places));
}

function toRow<Rank extends number | null>(row: FoundRow, rank: Rank, among: RankedGroup) {
  const { user, isHidden, totalResources, resourcesCompleted, badgesEarned, enrolledCohorts } = row;
  const { resource, completedAt, badge, badgeEarnedAt, weekRank } = row;
  const movement = weekRank === null || rank === null ? null : weekRank - rank;
  return {
    rank,
    user,
    isHidden,
    stats: {
      resourcesCompleted,
      totalResources,
      completionPercentage: toPercentage(resourcesCompleted, totalResources),
      badgesEarned,
      enrolledCohorts,
    },
    resourcesCompleted,
    totalResources,
    badgesEarned,
    recentActivity: {
      lastCompletedResource:
        resource && completedAt ? { name: resource, completedAt: completedAt.toISOString() } : null,
      lastBadgeEarned: badge && badgeEarnedAt ? { name: badge, earnedAt: badgeEarnedAt.toISOString() } : null,
    },
    // Week ranks exist only for the global ranking.
    ...(isWhole(among) ? { movement } : {}),
  };
}
