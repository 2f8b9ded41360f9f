import { type AnyColumn, and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  STAFF_SEARCH_MAX_LENGTH,
  STAFF_SEARCH_MIN_LENGTH,
  STAFF_SEARCH_ROWS,
  STAFF_SEARCH_WORDS_MAX,
  type StaffSearchData,
  searchStaff,
} from '#contract/command-palette.ts';
import { visiblePeopleFilter } from '../../accounts/users/people.ts';
import { type Actor, listScopes } from '../../platform/access/actor.ts';
import { accountContains } from '../../platform/db/account-search.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { cohorts, leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { containsText, escapeLike, foldedText, toContainsPattern } from '../../platform/db/text-search.ts';
import type { ApiRouter } from '../../platform/http/router.ts';

export function staffSearchRoutes(router: ApiRouter): void {
  router.serve(searchStaff, ({ actor, query }) => findForStaff(router.deps.db, actor, query.q ?? ''));
}

const NOTHING: StaffSearchData = { people: [], leagues: [], weeks: [], sections: [], resources: [] };

/**
 * Searches what the caller may see. Staff below GRAND find their own leagues and, with Manage Users, the people of
 * `/admin/people`.
 */
async function findForStaff(db: Database, actor: Actor, text: string): Promise<StaffSearchData> {
  const searchTerms = toSearchTerms(text);
  const [first] = searchTerms;
  if (first === undefined) return NOTHING;
  const isGrand = actor.role === 'GRAND_PATHFINDER';
  const scopes = isGrand ? [] : await listScopes(db, actor);
  const readsPeople = isGrand || scopes.some(({ canManageUsers }) => canManageUsers);
  const search: Search = {
    searchTerms,
    first,
    leagueIds: isGrand ? null : scopes.map(({ leagueId }) => leagueId),
  };
  const findsLeagues = search.leagueIds === null || search.leagueIds.length > 0;
  const [people, foundLeagues, foundWeeks, foundSections, foundResources] = await Promise.all([
    readsPeople
      ? findPeople(db, searchTerms, isGrand ? undefined : await visiblePeopleFilter(db, actor))
      : [],
    findsLeagues ? findLeagues(db, search) : [],
    findsLeagues ? findWeeks(db, search) : [],
    findsLeagues ? findSections(db, search) : [],
    findsLeagues ? findResources(db, search) : [],
  ]);
  return {
    people,
    leagues: foundLeagues,
    weeks: foundWeeks,
    sections: foundSections,
    resources: foundResources,
  };
}

interface Search {
  searchTerms: string[];
  first: string;
  leagueIds: string[] | null;
}

function toSearchTerms(text: string): string[] {
  const cleaned = text.replaceAll('\0', '').trim();
  if ([...cleaned].length < STAFF_SEARCH_MIN_LENGTH) return [];
  return cleaned.slice(0, STAFF_SEARCH_MAX_LENGTH).split(/\s+/).slice(0, STAFF_SEARCH_WORDS_MAX);
}

const hasEveryTerm = (columns: SQLWrapper[], { searchTerms }: Search) =>
  and(...searchTerms.map((word) => containsText(columns, word)));

// Names that begin with the first word come first. Sorting by bytes (collation "C") is three times as fast.
function nearest(column: SQLWrapper, { first }: Search): SQL[] {
  return [
    sql`(${column} ilike ${`${escapeLike(first)}%`}) desc`,
    asc(sql`lower(${column}) collate "C"`),
    asc(sql`${column} collate "C"`),
  ];
}

const inLeagues = (column: AnyColumn, { leagueIds }: Search) =>
  leagueIds === null ? undefined : inArray(column, leagueIds);

function findLeagues(db: Database, search: Search): Promise<StaffSearchData['leagues']> {
  return db
    .select({ id: leagues.id, name: leagues.name, cohort: { id: cohorts.id, name: cohorts.name } })
    .from(leagues)
    .innerJoin(cohorts, eq(cohorts.id, leagues.cohortId))
    .where(and(hasEveryTerm([leagues.name], search), inLeagues(leagues.id, search)))
    .orderBy(...nearest(leagues.name, search), leagues.id)
    .limit(STAFF_SEARCH_ROWS);
}

const league = { id: leagues.id, name: leagues.name };

function findWeeks(db: Database, search: Search): Promise<StaffSearchData['weeks']> {
  return db
    .select({ id: weeks.id, name: weeks.name, league })
    .from(weeks)
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(and(hasEveryTerm([weeks.name], search), inLeagues(weeks.leagueId, search)))
    .orderBy(...nearest(weeks.name, search), weeks.id)
    .limit(STAFF_SEARCH_ROWS);
}

function findSections(db: Database, search: Search): Promise<StaffSearchData['sections']> {
  return db
    .select({ id: sections.id, name: sections.name, week: { id: weeks.id, name: weeks.name }, league })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(and(hasEveryTerm([sections.name], search), inLeagues(weeks.leagueId, search)))
    .orderBy(...nearest(sections.name, search), sections.id)
    .limit(STAFF_SEARCH_ROWS);
}

function findResources(db: Database, search: Search): Promise<StaffSearchData['resources']> {
  return db
    .select({
      id: resources.id,
      title: resources.title,
      type: resources.type,
      section: { id: sections.id, name: sections.name },
      league,
    })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(and(hasEveryTerm([resources.title], search), inLeagues(weeks.leagueId, search)))
    .orderBy(...nearest(resources.title, search), resources.id)
    .limit(STAFF_SEARCH_ROWS);
}

type Person = StaffSearchData['people'][number];

function findPeople(db: Database, searchTerms: readonly string[], met: SQL | undefined): Promise<Person[]> {
  const beginning = toContainsPattern(searchTerms[0] ?? '').slice(1);
  return queryRows<Person>(
    db,
    sql`select id, name, email, role, status from users where ${and(accountContains(searchTerms), met)}
      order by search_text like ${foldedText(sql`${beginning}::text`)} desc,
        lower(name) collate "C", name collate "C", id
      limit ${STAFF_SEARCH_ROWS}`,
  );
}
