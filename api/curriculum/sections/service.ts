import { and, asc, eq, type SQL } from 'drizzle-orm';
import { SECTION_ERRORS, type Section, type SectionDetail } from '#contract/sections.ts';
import type { Page, Pagination } from '#contract/shared.ts';
import { recountAfterCurriculumChange } from '../../learning/recount.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, isoOf } from '../../platform/db/client.ts';
import { alphabetical, isOneOf, type Listing, readRows } from '../../platform/db/paging.ts';
import { leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress, sectionProgress } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { lockPlace } from '../places.ts';
import { listOwnContent, toOwnSectionProgress } from '../resources/content.ts';

interface SectionFilter {
  weekId?: string;
  leagueId?: string;
}

/** Sorted by week order, then own order. */
export async function listSections(
  db: Database,
  actor: Actor,
  page: Page,
  query: SectionFilter,
): Promise<{ sections: Section[]; pagination: Pagination }> {
  const filter = await toFilter(db, actor, query);
  const all = selectSections(db)
    .where(filter)
    .orderBy(asc(weeks.order), asc(sections.order), alphabetical(leagues.name), asc(sections.id));
  const { rows, pagination } = await readRows(all, page, () =>
    db.$count(selectIds(db).where(filter).as('counted')),
  );
  return { sections: rows.map(toSection), pagination };
}

/** Sorted by league, week and own order. */
export async function findSections(
  db: Database,
  actor: Actor,
  query: SectionFilter,
): Promise<Listing<Section>> {
  const rows = await selectIds(db)
    .where(await toFilter(db, actor, query))
    .orderBy(alphabetical(leagues.name), asc(weeks.order), asc(sections.order), asc(sections.id));
  return {
    ids: rows.map(({ id }) => id),
    read: async (ids) => (await selectSections(db).where(isOneOf(sections.id, ids))).map(toSection),
  };
}

async function toFilter(
  db: Database,
  actor: Actor,
  { weekId, leagueId }: SectionFilter,
): Promise<SQL | undefined> {
  return and(
    await toScopeFilter(db, actor),
    weekId ? eq(sections.weekId, weekId) : undefined,
    leagueId ? eq(weeks.leagueId, leagueId) : undefined,
  );
}

export async function getSection(db: Database, actor: Actor, id: string): Promise<SectionDetail> {
  const section = await readSection(db, id);
  const [progress] = await db
    .select()
    .from(sectionProgress)
    .where(and(eq(sectionProgress.userId, actor.id), eq(sectionProgress.sectionId, id)));
  return {
    ...section,
    resources: await listOwnContent(db, actor.id, id),
    progress: toOwnSectionProgress(progress, section._count.resources),
  };
}

/** Deletes its resources and their progress too. Throws SECTION_NOT_FOUND. */
export async function deleteSection(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: ActorAndRequest,
  id: string,
) {
  return inTransaction(db, async (tx) => {
    const { before, leagueId } = await lockPlace(tx, by.actor, 'sections', id);
    const { weekId, name } = before;
    const progress = tx
      .select({ id: resourceProgress.id })
      .from(resourceProgress)
      .innerJoin(resources, eq(resources.id, resourceProgress.resourceId))
      .where(eq(resources.sectionId, id));
    const deletion = {
      deletedResourcesCount: await tx.$count(resources, eq(resources.sectionId, id)),
      deletedProgressCount: await tx.$count(progress.as('progress')),
    };
    await tx.delete(sections).where(eq(sections.id, id));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId], timeZone: config.TIME_ZONE });
    await recordChange(tx, by, 'SECTION_DELETED', { sectionId: id, weekId, leagueId, name, ...deletion });
    return deletion;
  });
}

export async function listInWeek(db: Database, weekId: string): Promise<Section[]> {
  const rows = await selectSections(db).where(eq(sections.weekId, weekId)).orderBy(asc(sections.order));
  return rows.map(toSection);
}

export async function readSection(db: Database, id: string): Promise<Section> {
  const [row] = await selectSections(db).where(eq(sections.id, id));
  if (!row) throw new ApiError(SECTION_ERRORS.SECTION_NOT_FOUND);
  return toSection(row);
}

function selectIds(db: Database) {
  return db
    .select({ id: sections.id })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function selectSections(db: Database) {
  return db
    .select({
      id: sections.id,
      name: sections.name,
      description: sections.description,
      order: sections.order,
      weekId: sections.weekId,
      week: { id: weeks.id, name: weeks.name, order: weeks.order, leagueId: weeks.leagueId },
      league: { id: leagues.id, name: leagues.name },
      createdAt: isoOf(sections.createdAt),
      updatedAt: isoOf(sections.updatedAt),
      _count: { resources: sections.resourcesCount },
    })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function toSection({
  week,
  league,
  ...section
}: Awaited<ReturnType<typeof selectSections>>[number]): Section {
  return { ...section, week: { ...week, league } };
}
