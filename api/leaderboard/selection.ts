import { type SQL, sql } from 'drizzle-orm';
import { LEADERBOARD_DEPTH, LEADERBOARD_ERRORS, LEADERBOARD_SEARCH_MAX } from '#contract/leaderboard.ts';
import { type Database, queryRows } from '../db/client.ts';
import { ApiError } from '../errors/api-error.ts';
import {
  firstOfLeague,
  firstOfRanking,
  percentageOf,
  rankingFrom,
  rankingOrder,
  standingColumns,
  standingsIn,
} from './ranking-sql.ts';

/** Up to so many are gathered and sorted; of more, the ranking is walked from its top. */
export const GATHERED_MAX = 20_000;
/** Up to so many people of a searched name are looked at whole. */
const MATCHES_MAX = 5000;

export interface Asked {
  league: string | null;
  /** Beginnings of words, all of which a name must hold. */
  words: readonly string[];
}

/** A part of the board to list. */
export interface Selection {
  /** Query with the columns of a standing, `percentage` and `rank` (null where the caller has to work it out). */
  candidates: SQL;
  /** Keeps those with the name, of the candidates as `placed`; null where they have it. */
  named: SQL | null;
  place: 'everybody' | 'league';
  /** The league that numbers and order are of; null for those of everything. */
  numbersOf: string | null;
  /** True when there are more than the candidates. */
  isCut: boolean;
  /** How many can be leafed through; null where the candidates are all of them. */
  total: number | null;
}

/** Sizes of a walk from the top: the smallest that holds the page, so that a plan knows how far it reads. */
const WALKS = [250, 1000, 2500, 5000, LEADERBOARD_DEPTH] as const;

/** The rows of the ranking, or of a league's, down to the last one of a page. */
export function walkDown(lastRow: number, league: string | null = null): SQL {
  const limit = WALKS.find((size) => size >= lastRow) ?? LEADERBOARD_DEPTH;
  const first = league ? firstOfLeague(league, limit) : firstOfRanking({ direction: 'down', limit });
  return sql`select ranked.*, row_number() over (order by ${rankingOrder.down}) as rank from (${first}) ranked`;
}

/** Down to here the whole ranking is walked from its top, exact to the moment; further down a large one from a checkpoint. */
export const WALKED_MAX = 1000;

/** The rows of the ranking from a checkpoint on; their ranks go on from those who stood before it. */
export function walkFrom(entry: Parameters<typeof rankingFrom>[0] & { before: number }, rows: number): SQL {
  // In steps, so that pages share their statements.
  const limit = Math.ceil(rows / 100) * 100;
  return sql`select ranked.*, ${percentageOf(sql`ranked.completed_resources`)} as percentage,
      ${entry.before}::bigint + row_number() over (order by ${rankingOrder.down}) as rank
    from total, (${rankingFrom(entry, limit)}) ranked`;
}

/** The words of a searched name: letters and digits of any script. */
export function toWords(search: string | undefined): string[] {
  return (
    search
      ?.slice(0, LEADERBOARD_SEARCH_MAX)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, 6) ?? []
  );
}

/** Whose name of `u` has words that begin with these; the index on names answers it. */
function nameMatches(words: readonly string[]): SQL {
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return sql`to_tsvector('simple', u.name) @@ to_tsquery('simple', ${query})`;
}

/** Asked of each learner on the way down; the limit keeps it from becoming a join over everybody. */
const isEnrolled = (league: string) =>
  sql`(select true from enrollments e where e.league_id = ${league} and e.user_id = ls.user_id limit 1)`;

/**
 * Decides how a league and a name are looked for, so that no question costs more than some twenty thousand learners
 * whatever the size of the board. In a league the numbers and the order are those of the league; only a name searched
 * for in one too large to gather is answered with those of everything. Reads `total`. Throws FILTER_LEAGUE_NOT_FOUND.
 */
export async function selectStandings(
  db: Database,
  { league, words }: Asked,
  { isLarge, gatheredMax, lastRow }: { isLarge: boolean; gatheredMax: number; lastRow: number },
): Promise<Selection> {
  const matchesMax = Math.min(MATCHES_MAX, gatheredMax);
  const [sizes] = await queryRows<{ isKnown: boolean; enrolled: number | string; matches: number | string }>(
    db,
    sql`select exists (select 1 from leagues where id = ${league}) as "isKnown",
      (select count(*) from (
        select 1 from enrollments where league_id = ${league} limit ${gatheredMax + 1}) counted) as enrolled,
      ${
        words.length === 0
          ? sql`0`
          : sql`(select count(*) from (
              select 1 from users u where ${nameMatches(words)} limit ${matchesMax + 1}) counted)`
      } as matches`,
  );
  if (league && !sizes?.isKnown) throw new ApiError(LEADERBOARD_ERRORS.FILTER_LEAGUE_NOT_FOUND);
  const isSmall = league ? Number(sizes?.enrolled) <= gatheredMax : !isLarge;
  const named = words.length === 0 ? null : sql`select u.id from users u where ${nameMatches(words)}`;

  if (isSmall) {
    const everyone = league
      ? standingsIn(league)
      : sql`select ${standingColumns}, ${percentageOf(sql`ls.completed_resources`)} as percentage
          from total, learner_stats ls where ls.is_ranked`;
    const all = sql`select ranked.*, row_number() over (order by ${rankingOrder.down}) as rank
      from (${everyone}) ranked`;
    return {
      numbersOf: league,
      candidates: all,
      named: named && sql`placed.user_id in (${named})`,
      place: league ? 'league' : 'everybody',
      isCut: false,
      total: null,
    };
  }
  if (!named) {
    return {
      candidates: walkDown(lastRow, league),
      numbersOf: league,
      named: null,
      place: league ? 'league' : 'everybody',
      isCut: true,
      total: LEADERBOARD_DEPTH,
    };
  }
  const isFew = Number(sizes?.matches) <= matchesMax;
  const members = league ? isEnrolled(league) : sql`true`;
  return {
    place: 'everybody',
    numbersOf: null,
    isCut: !isFew,
    total: null,
    named: null,
    candidates: isFew
      ? sql`select ${standingColumns}, ${percentageOf(sql`ls.completed_resources`)} as percentage,
          null::bigint as rank
          from total, (${named}) named join learner_stats ls on ls.user_id = named.id
          where ls.is_ranked and ${members}`
      : sql`select ls.* from (
            select ranked.*, row_number() over (order by ${rankingOrder.down}) as rank
            from (${firstOfRanking({ direction: 'down', limit: gatheredMax })}) ranked) ls
          join users u on u.id = ls.user_id
          where ${nameMatches(words)} and ${members}`,
  };
}
