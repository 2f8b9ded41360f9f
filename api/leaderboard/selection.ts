import { type SQL, sql } from 'drizzle-orm';
import { LEADERBOARD_DEPTH, LEADERBOARD_SEARCH_MAX } from '#contract/leaderboard.ts';
import { type Database, queryRows } from '../db/client.ts';
import { foldedText, foldText } from '../db/folded-text.ts';
import type { createLeagueCheckpoints } from './league-checkpoints.ts';
import type { Entry } from './rank-checkpoints.ts';
import {
  firstOfLeague,
  firstOfRanking,
  leagueFrom,
  percentageOf,
  rankingFrom,
  rankingOrder,
  standingColumns,
  standingsIn,
} from './ranking-sql.ts';
import { type createTopNames, WORD } from './top-names.ts';

/** Up to so many are gathered and sorted; of more, the ranking is walked from its top. */
export const GATHERED_MAX = 20_000;
/** Up to so many people of a searched name are looked at whole. */
const MATCHES_MAX = 5000;
/** A name that more of the first GATHERED_MAX have is not looked for among everybody: too many would have it. */
const FREQUENT = 200;

export interface Asked {
  league: string | null;
  /** Beginnings of words, all of which a name must hold; null where no name is searched, none where nobody has it. */
  words: readonly string[] | null;
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
  /** How many rows of the list stand before the candidates. */
  skipped?: number;
}

/** Sizes of a walk from the top: the smallest that holds the page, so that a plan knows how far it reads. */
const WALKS = [50, 100, 250, 1000, 2500, 5000, LEADERBOARD_DEPTH] as const;

/** The rows of the ranking, or of a league's, down to the last one of a page. */
export function walkDown(lastRow: number, league: string | null = null): SQL {
  const limit = WALKS.find((size) => size >= lastRow) ?? LEADERBOARD_DEPTH;
  const first = league ? firstOfLeague(league, limit) : firstOfRanking({ limit });
  return sql`select ranked.*, row_number() over (order by ${rankingOrder.down}) as rank from (${first}) ranked`;
}

/** Down to here the whole ranking is walked from its top, exact to the moment; further down a large one from a checkpoint. */
export const WALKED_MAX = 1000;

/** Down to here a league's is. */
const LEAGUE_WALKED_MAX = 100;

/** The rows of the ranking, or of a league's, from a checkpoint on; their ranks go on from those who stood before it. */
export function walkFrom(entry: Entry, rows: number, league: string | null = null): SQL {
  // In steps, so that pages share their statements.
  const step = league ? 20 : 100;
  const limit = Math.ceil(rows / step) * step;
  const following = league ? leagueFrom(league, entry, limit) : rankingFrom(entry, limit);
  return sql`select ranked.*, ${percentageOf(sql`ranked.completed_resources`)} as percentage,
      ${entry.before}::bigint + row_number() over (order by ${rankingOrder.down}) as rank
    from total, (${following}) ranked`;
}

/**
 * The words of a searched name, folded: letters and digits of any script. Null for an empty search; none for one of signs alone,
 * which no name begins with.
 */
export function toWords(search: string | undefined): string[] | null {
  const text = search?.replaceAll('\0', '').trim().slice(0, LEADERBOARD_SEARCH_MAX);
  return text ? (foldText(text).match(WORD)?.slice(0, 6) ?? []) : null;
}

/** Whose name of `u` has words that begin with these; the index on names answers it. */
function nameMatches(words: readonly string[]): SQL {
  if (words.length === 0) return sql`false`;
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return sql`to_tsvector('simple', ${foldedText(sql`u.name`)}) @@ to_tsquery('simple', ${query})`;
}

/** Asked of each learner on the way down; the limit keeps it from becoming a join over everybody. */
const isEnrolled = (league: string) =>
  sql`(select true from enrollments e where e.league_id = ${league} and e.user_id = ls.user_id limit 1)`;

interface Board {
  /** Whether the league, or the whole ranking, is too large to gather. */
  isLarge: boolean;
  gatheredMax: number;
  walkedMax: number;
  /** The place of the first and the last row of the page, in the list. */
  firstRow: number;
  lastRow: number;
  leagueCheckpoints: Pick<ReturnType<typeof createLeagueCheckpoints>, 'findBefore'>;
  topNames: Pick<ReturnType<typeof createTopNames>, 'find'>;
}

/**
 * Decides how a league and a name are looked for, so that no question costs more than some thousands of learners
 * whatever the size of the board. In a league the numbers and the order are those of the league; only a name searched
 * for in one too large to gather is answered with those of everything. Reads `total`.
 */
export async function selectStandings(
  db: Database,
  { league, words }: Asked,
  board: Board,
): Promise<Selection> {
  const named = words === null ? null : sql`select u.id from users u where ${nameMatches(words)}`;
  if (!board.isLarge) return gather(league, named);
  if (!named || words === null) return walkLeague(league as string, board);
  const atTop = words.length === 0 ? [] : await board.topNames.find(words);
  const few =
    atTop.length > FREQUENT ? null : await findFew(db, named, Math.min(MATCHES_MAX, board.gatheredMax));
  const members = league ? isEnrolled(league) : sql`true`;
  const found = {
    place: 'everybody',
    numbersOf: null,
    isCut: few === null,
    total: null,
    named: null,
  } as const;
  const columns = sql`${standingColumns}, ${percentageOf(sql`ls.completed_resources`)} as percentage`;
  if (few) {
    return {
      ...found,
      candidates: sql`select ${columns}, null::bigint as rank
        from total, json_array_elements_text(${JSON.stringify(few)}::json) as named(id)
        cross join lateral (${rankedNamed(sql`named.id`)}) ls where ${members}`,
    };
  }
  // Without a league the page is known before anybody is read.
  const { firstRow, lastRow } = board;
  const listed = league ? atTop : atTop.slice(firstRow, Math.min(lastRow, LEADERBOARD_DEPTH));
  return {
    ...found,
    ...(league ? {} : { total: atTop.length, skipped: firstRow }),
    candidates: sql`select ${columns}, top.rank
      from total, json_to_recordset(${JSON.stringify(listed)}::json) as top(id text, rank bigint)
      cross join lateral (${rankedNamed(sql`top.id`)}) ls where ${members}`,
  };
}

/** All of a league or of the ranking, few enough to sort. */
function gather(league: string | null, named: SQL | null): Selection {
  const everyone = league
    ? standingsIn(league)
    : sql`select ${standingColumns}, ${percentageOf(sql`ls.completed_resources`)} as percentage
        from total, learner_stats ls where ls.is_ranked`;
  return {
    numbersOf: league,
    candidates: sql`select ranked.*, row_number() over (order by ${rankingOrder.down}) as rank
      from (${everyone}) ranked`,
    named: named && sql`placed.user_id in (${named})`,
    place: league ? 'league' : 'everybody',
    isCut: false,
    total: null,
  };
}

/** The rows of a league down to a page: from its top, or far down from the checkpoint before the page. */
function walkLeague(league: string, { walkedMax, firstRow, lastRow, leagueCheckpoints }: Board): Selection {
  const before = leagueCheckpoints.findBefore(league, firstRow);
  const entry =
    lastRow > Math.min(walkedMax, LEAGUE_WALKED_MAX) && lastRow <= LEADERBOARD_DEPTH ? before : null;
  return {
    candidates: entry ? walkFrom(entry, lastRow - entry.before, league) : walkDown(lastRow, league),
    numbersOf: league,
    named: null,
    place: 'league',
    isCut: true,
    total: LEADERBOARD_DEPTH,
    skipped: entry?.before ?? 0,
  };
}

/** Looked up one by one: a plan does not know how few are named. */
const rankedNamed = (id: SQL) => sql`select * from learner_stats where user_id = ${id} and is_ranked limit 1`;

/** Who has a name; null where more than `most` do. */
async function findFew(db: Database, named: SQL, most: number): Promise<string[] | null> {
  const rows = await queryRows<{ id: string }>(db, sql`${named} limit ${sql.raw(String(most + 1))}`);
  return rows.length > most ? null : rows.map(({ id }) => id);
}
