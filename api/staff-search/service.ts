import { type AnyColumn, and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Actor, listScopes } from '../auth/actor.ts';
import { reachesRole } from '../contract/roles.ts';
import {
  STAFF_SEARCH_MAX,
  STAFF_SEARCH_MIN,
  STAFF_SEARCH_ROWS,
  type StaffSearchData,
} from '../contract/staff-search.ts';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { cohorts, leagues, resources, sections, weeks } from '../db/schema/curriculum.ts';

const NOTHING: StaffSearchData = { people: [], leagues: [], weeks: [], sections: [], resources: [] };

/**
 * What a staff member may see and whose name holds every word, names that begin with the first word in front. Staff
 * below GRAND find their leagues alone; people are found by those who may read the user list (contract 1.18).
 */
export async function findForStaff(db: Database, actor: Actor, text: string): Promise<StaffSearchData> {
  const words = toWords(text);
  const [first] = words;
  if (first === undefined) return NOTHING;
  const isGrand = actor.role === 'GRAND_PATHFINDER';
  const scopes = isGrand ? [] : await listScopes(db, actor);
  const readsPeople =
    isGrand ||
    (reachesRole(actor.role, 'CHIEF_PATHFINDER') && scopes.some(({ canManageUsers }) => canManageUsers));
  const search: Search = {
    words,
    first,
    leagueIds: isGrand ? null : scopes.map(({ leagueId }) => leagueId),
  };
  const findsLeagues = search.leagueIds === null || search.leagueIds.length > 0;
  const [people, foundLeagues, foundWeeks, foundSections, foundResources] = await Promise.all([
    readsPeople ? findPeople(db, search) : [],
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
  words: string[];
  first: string;
  /** Null for those who see every league. */
  leagueIds: string[] | null;
}

function toWords(text: string): string[] {
  const cleaned = text.replaceAll('\0', '').trim();
  if ([...cleaned].length < STAFF_SEARCH_MIN) return [];
  return cleaned.slice(0, STAFF_SEARCH_MAX).split(/\s+/).slice(0, 8);
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&');

/** Every word stands in one of the columns. */
function holds(columns: AnyColumn[], { words }: Search): SQL {
  const conditions = words.map((word) => {
    const pattern = `%${escaped(word)}%`;
    return sql`(${sql.join(
      columns.map((column) => sql`${column} ilike ${pattern}`),
      sql` or `,
    )})`;
  });
  return sql.join(conditions, sql` and `);
}

/** Names that begin with the first word, then the others, each by name. */
function nearest(column: AnyColumn, { first }: Search): SQL[] {
  return [sql`(${column} ilike ${`${escaped(first)}%`}) desc`, asc(sql`lower(${column})`)];
}

const inLeagues = (column: AnyColumn, { leagueIds }: Search) =>
  leagueIds === null ? undefined : inArray(column, leagueIds);

function findPeople(db: Database, search: Search): Promise<StaffSearchData['people']> {
  return db
    .select({ id: users.id, name: users.name, email: users.email, role: users.role, status: users.status })
    .from(users)
    .where(holds([users.name, users.email, users.olid], search))
    .orderBy(...nearest(users.name, search), users.id)
    .limit(STAFF_SEARCH_ROWS) as Promise<StaffSearchData['people']>;
}

function findLeagues(db: Database, search: Search): Promise<StaffSearchData['leagues']> {
  return db
    .select({ id: leagues.id, name: leagues.name, cohort: { id: cohorts.id, name: cohorts.name } })
    .from(leagues)
    .innerJoin(cohorts, eq(cohorts.id, leagues.cohortId))
    .where(and(holds([leagues.name], search), inLeagues(leagues.id, search)))
    .orderBy(...nearest(leagues.name, search), leagues.id)
    .limit(STAFF_SEARCH_ROWS);
}

const league = { id: leagues.id, name: leagues.name };

function findWeeks(db: Database, search: Search): Promise<StaffSearchData['weeks']> {
  return db
    .select({ id: weeks.id, name: weeks.name, league })
    .from(weeks)
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(and(holds([weeks.name], search), inLeagues(weeks.leagueId, search)))
    .orderBy(...nearest(weeks.name, search), weeks.id)
    .limit(STAFF_SEARCH_ROWS);
}

function findSections(db: Database, search: Search): Promise<StaffSearchData['sections']> {
  return db
    .select({ id: sections.id, name: sections.name, week: { id: weeks.id, name: weeks.name }, league })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(and(holds([sections.name], search), inLeagues(weeks.leagueId, search)))
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
    .where(and(holds([resources.title], search), inLeagues(weeks.leagueId, search)))
    .orderBy(...nearest(resources.title, search), resources.id)
    .limit(STAFF_SEARCH_ROWS);
}
