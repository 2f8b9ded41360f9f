import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { pickFields, RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import { SEARCH_WORDS_MAX } from '#contract/list-rules.ts';
import {
  RESOURCE_ERRORS,
  type Resource,
  type ResourceContent,
  type ResourceProgress,
} from '#contract/resources.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import { type Page, type Pagination, toPagination } from '#contract/shared.ts';
import { presentProgress } from '../../learning/placed-resources.ts';
import { recountAfterCurriculumChange } from '../../learning/recount.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, isoOf, queryRows } from '../../platform/db/client.ts';
import { alphabetical, isOneOf, type Listing, toWindow } from '../../platform/db/paging.ts';
import { leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../../platform/db/schema/learning.ts';
import { foldedText, toContainsPattern } from '../../platform/db/text-search.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { lockPlace } from '../places.ts';
import { listOwnContent } from './content.ts';

interface ResourceFilter {
  sectionId?: string;
  weekId?: string;
  leagueId?: string;
  type?: string;
  search?: string;
}

/** Sorted by week, section and own order. */
export async function listResources(
  db: Database,
  actor: Actor,
  page: Page,
  { search = '', type, ...place }: ResourceFilter,
): Promise<{ resources: Resource[]; pagination: Pagination }> {
  const { ids, total } = await findResourcePage(db, {
    place: await toFilter(db, actor, place),
    type,
    search,
    ...toWindow(page),
  });
  const rows = await selectResources(db).where(isOneOf(resources.id, ids));
  const byId = new Map(rows.map((row) => [row.id, toResource(row)]));
  return { resources: ids.flatMap((id) => byId.get(id) ?? []), pagination: toPagination(page, total) };
}

/** Sorted by league, week, section and own order. */
export async function findResources(
  db: Database,
  actor: Actor,
  { search = '', type, ...place }: ResourceFilter,
): Promise<Listing<Resource>> {
  const { ids: all } = await findResourcePage(db, {
    place: await toFilter(db, actor, place),
    type,
    search,
    isByLeague: true,
    ...toWindow({ page: 1, limit: null }),
  });
  return {
    ids: all,
    read: async (ids) => (await selectResources(db).where(isOneOf(resources.id, ids))).map(toResource),
  };
}

async function toFilter(
  db: Database,
  actor: Actor,
  { sectionId, weekId, leagueId }: Omit<ResourceFilter, 'type' | 'search'>,
): Promise<SQL | undefined> {
  return and(
    await toScopeFilter(db, actor),
    sectionId ? eq(sections.id, sectionId) : undefined,
    weekId ? eq(sections.weekId, weekId) : undefined,
    leagueId ? eq(weeks.leagueId, leagueId) : undefined,
  );
}

export async function getResource(
  db: Database,
  actor: Actor,
  id: string,
): Promise<Resource & { progress: ResourceProgress }> {
  const resource = await readResource(db, id);
  const [progress] = await db
    .select()
    .from(resourceProgress)
    .where(and(eq(resourceProgress.userId, actor.id), eq(resourceProgress.resourceId, id)));
  return { ...resource, progress: presentProgress(progress) };
}

export async function listSectionResources(
  db: Database,
  actor: Actor,
  sectionId: string,
): Promise<{
  section: { id: string; name: string; order: number; weekId: string };
  resources: (ResourceContent & { progress: ResourceProgress })[];
}> {
  const [section] = await db
    .select({ id: sections.id, name: sections.name, order: sections.order, weekId: sections.weekId })
    .from(sections)
    .where(eq(sections.id, sectionId));
  if (!section) throw new ApiError(SECTION_ERRORS.SECTION_NOT_FOUND);
  return { section, resources: await listOwnContent(db, actor.id, sectionId) };
}

/** Deletes the progress on it too. Throws RESOURCE_NOT_FOUND. */
export async function deleteResource(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: ActorAndRequest,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { before, leagueId } = await lockPlace(tx, by.actor, 'resources', id);
    const { sectionId, title } = before;
    await tx.delete(resources).where(eq(resources.id, id));
    const recounted = { leagueIds: [leagueId], sectionIds: [sectionId], timeZone: config.TIME_ZONE };
    await recountAfterCurriculumChange(tx, recounted);
    await recordChange(tx, by, 'RESOURCE_DELETED', { resourceId: id, sectionId, leagueId, title });
  });
}

export async function listInSection(db: Database, sectionId: string): Promise<Resource[]> {
  const rows = await selectResources(db)
    .where(eq(resources.sectionId, sectionId))
    .orderBy(asc(resources.order));
  return rows.map(toResource);
}

export async function readResource(db: Database, id: string): Promise<Resource> {
  const [row] = await selectResources(db).where(eq(resources.id, id));
  if (!row) throw new ApiError(RESOURCE_ERRORS.RESOURCE_NOT_FOUND);
  return toResource(row);
}

function selectResources(db: Database) {
  return db
    .select({
      id: resources.id,
      ...pickFields(RESOURCE_FIELDS, resources),
      order: resources.order,
      sectionId: resources.sectionId,
      section: { id: sections.id, name: sections.name, order: sections.order, weekId: sections.weekId },
      week: { id: weeks.id, name: weeks.name, order: weeks.order, leagueId: weeks.leagueId },
      league: { id: leagues.id, name: leagues.name },
      createdAt: isoOf(resources.createdAt),
      updatedAt: isoOf(resources.updatedAt),
    })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function toResource({
  section,
  week,
  league,
  ...resource
}: Awaited<ReturnType<typeof selectResources>>[number]): Resource {
  return { ...resource, section: { ...section, week: { ...week, league } } };
}

interface Asked {
  place: SQL | undefined;
  type: string | undefined;
  /** Words that must all occur in title, URL, topic, module or league, ignoring case and accents. */
  search: string;
  limit: number;
  offset: number;
  isByLeague?: boolean;
}

/**
 * Ranks each league and searches each topic once instead of per resource, which takes a third of the time for 50,000
 * resources.
 */
async function findResourcePage(
  db: Database,
  { place, type, search, limit, offset, isByLeague = false }: Asked,
): Promise<{ ids: string[]; total: number }> {
  const searchTerms = search.replaceAll('\0', '').split(/\s+/).filter(Boolean).slice(0, SEARCH_WORDS_MAX);
  const isInPlace = searchTerms.map(
    (word, index) =>
      sql`, ${foldedText(PLACE_TEXT)} like ${toPattern(word)} as ${sql.raw(`in_place_${index}`)}`,
  );
  const isFound = searchTerms.map(
    (word, index) => sql` and (p.${sql.raw(`in_place_${index}`)} or t.words like ${toPattern(word)})`,
  );
  // OFFSET 0 keeps PostgreSQL from folding the text again for each word.
  const texts =
    searchTerms.length > 0
      ? sql`cross join lateral (select ${foldedText(RESOURCE_TEXT)} as words offset 0) t`
      : sql``;
  const [page] = await queryRows<{ ids: string[]; total: number | string }>(
    db,
    sql`with ranked as materialized (
        select id, dense_rank() over (order by ${alphabetical(sql`name`)}) as league_rank from leagues
      ), places as materialized (
        select ${sections.id} as id, ${sections.order} as section_order, ${weeks.order} as week_order, league_rank
          ${sql.join(isInPlace)}
        from ${sections} join ${weeks} on ${weeks.id} = ${sections.weekId}
          join ${leagues} on ${leagues.id} = ${weeks.leagueId} join ranked on ranked.id = ${leagues.id}
        ${place ? sql`where ${place}` : sql``}
      ), found as materialized (
        select ${resources.id} as id, ${resources.order} as own_order, week_order, section_order, league_rank
        from places p join ${resources} on ${resources.sectionId} = p.id ${texts}
        where ${type ? sql`${resources.type} = ${type}` : sql`true`}${sql.join(isFound)}
      )
      select (select count(*) from found) as total, array_to_json(array(
        select id from found
        order by ${isByLeague ? sql`league_rank, ` : sql``}week_order, section_order, own_order, league_rank, id
        limit ${limit} offset ${offset}
      )) as ids`,
  );
  return { ids: page?.ids ?? [], total: Number(page?.total ?? 0) };
}

const PLACE_TEXT = sql`concat_ws(chr(10), ${sections.name}, ${weeks.name}, ${leagues.name})`;
const RESOURCE_TEXT = sql`concat_ws(chr(10), ${resources.title}, ${resources.url})`;

// A subquery, so that PostgreSQL folds the word once: 50,000 times takes seconds.
function toPattern(word: string): SQL {
  return sql`(select ${foldedText(sql`${toContainsPattern(word)}::text`)})`;
}
