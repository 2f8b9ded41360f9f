import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { pickFields, RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import { type Database, queryRows } from '../../../platform/db/client.ts';
import { leagues, resources, sections, weeks } from '../../../platform/db/schema/curriculum.ts';

export type ContentKind = 'weeks' | 'sections' | 'resources';

export interface Item {
  id: string;
  leagueId: string;
  parentId: string;
  order: number;
  name: string;
  fields: Readonly<Record<string, string | number | null>>;
}

/** Filled only as deep as the kind of import needs. */
export interface Tree {
  weeks: Map<string, Item>;
  sections: Map<string, Item>;
  resources: Map<string, Item>;
}

export async function readTree(db: Database, kind: ContentKind, leagueIds: readonly string[]): Promise<Tree> {
  const tree: Tree = { weeks: new Map(), sections: new Map(), resources: new Map() };
  if (leagueIds.length === 0) return tree;
  const isHere = inArray(weeks.leagueId, [...leagueIds]);
  for (const { id, leagueId, name, description, order } of await db.select().from(weeks).where(isHere)) {
    const fields = { name, description, order };
    tree.weeks.set(id, { id, leagueId, parentId: leagueId, order, name, fields });
  }
  if (kind === 'weeks') return tree;
  const sectionRows = await db
    .select({ section: sections, leagueId: weeks.leagueId })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(isHere);
  for (const { section, leagueId } of sectionRows) {
    const { id, weekId, name, description, order } = section;
    tree.sections.set(id, {
      id,
      leagueId,
      parentId: weekId,
      order,
      name,
      fields: { name, description, order },
    });
  }
  if (kind === 'sections') return tree;
  const resourceRows = await db
    .select({ resource: resources, leagueId: weeks.leagueId })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(isHere);
  for (const { resource, leagueId } of resourceRows) {
    const { id, sectionId, title, order } = resource;
    const fields = { ...pickFields(RESOURCE_FIELDS, resource), order };
    tree.resources.set(id, { id, leagueId, parentId: sectionId, order, name: title, fields });
  }
  return tree;
}

const LEAGUE_OF: Record<ContentKind, SQL> = {
  weeks: sql`select t.id, t.league_id as "leagueId" from weeks t`,
  sections: sql`select t.id, w.league_id as "leagueId" from sections t join weeks w on w.id = t.week_id`,
  resources: sql`select t.id, w.league_id as "leagueId" from resources t
    join sections s on s.id = t.section_id join weeks w on w.id = s.week_id`,
};

export async function findLeaguesOf(
  db: Database,
  kind: ContentKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  // Passes all ids as one JSON parameter, because PostgreSQL allows 65,535 parameters.
  const rows = await queryRows<{ id: string; leagueId: string }>(
    db,
    sql`${LEAGUE_OF[kind]} where t.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  );
  return new Map(rows.map(({ id, leagueId }) => [id, leagueId]));
}

export interface NamedLeague {
  id: string;
  name: string;
}

export async function readLeagues(db: Database): Promise<Map<string, NamedLeague>> {
  const rows = await db.select({ id: leagues.id, name: leagues.name }).from(leagues);
  return new Map(rows.map((row) => [row.id, row]));
}
