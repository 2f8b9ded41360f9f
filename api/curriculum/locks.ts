import { asc, eq, inArray } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { RESOURCE_ERRORS } from '#contract/resources.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import { WEEK_ERRORS } from '#contract/weeks.ts';
import type { Database } from '../platform/db/client.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { ApiError } from '../platform/errors/api-error.ts';

/**
 * Locks from the outside in (league, week, section) and by id, so that writers do not deadlock. Each function throws
 * its NOT_FOUND, and CONFLICT for a row that moved while its parent was being locked.
 */
export async function lockLeagues(tx: Database, ids: string[]): Promise<Map<string, LeagueRow>> {
  const rows = await tx
    .select()
    .from(leagues)
    .where(inArray(leagues.id, ids))
    .orderBy(asc(leagues.id))
    .for('update');
  return requireAll(rows, ids, () => new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND));
}

export async function lockWeeks(tx: Database, ids: string[]): Promise<Map<string, WeekRow>> {
  const missing = () => new ApiError(WEEK_ERRORS.WEEK_NOT_FOUND);
  const found = await tx
    .select({ id: weeks.id, leagueId: weeks.leagueId })
    .from(weeks)
    .where(inArray(weeks.id, ids));
  requireAll(found, ids, missing);
  const parents = await lockLeagues(tx, distinct(found.map((week) => week.leagueId)));
  const rows = await tx
    .select()
    .from(weeks)
    .where(inArray(weeks.id, ids))
    .orderBy(asc(weeks.id))
    .for('update');
  requireUnmoved(rows.every((week) => parents.has(week.leagueId)));
  return requireAll(rows, ids, missing);
}

export async function lockSections(
  tx: Database,
  ids: string[],
): Promise<Map<string, SectionRow & { leagueId: string }>> {
  const missing = () => new ApiError(SECTION_ERRORS.SECTION_NOT_FOUND);
  const found = await tx
    .select({ id: sections.id, weekId: sections.weekId })
    .from(sections)
    .where(inArray(sections.id, ids));
  requireAll(found, ids, missing);
  const parents = await lockWeeks(tx, distinct(found.map((section) => section.weekId)));
  const rows = await tx
    .select()
    .from(sections)
    .where(inArray(sections.id, ids))
    .orderBy(asc(sections.id))
    .for('update');
  const placed = rows.map((section) => ({
    ...section,
    leagueId: parents.get(section.weekId)?.leagueId ?? '',
  }));
  requireUnmoved(placed.every((section) => section.leagueId !== ''));
  return requireAll(placed, ids, missing);
}

type LeagueRow = typeof leagues.$inferSelect;
type WeekRow = typeof weeks.$inferSelect;
type SectionRow = typeof sections.$inferSelect;
type ResourceRow = typeof resources.$inferSelect;

/** Also locks the target league. */
export async function lockWeekForChange(tx: Database, id: string, targetLeagueId?: string): Promise<WeekRow> {
  const [found] = await tx.select({ leagueId: weeks.leagueId }).from(weeks).where(eq(weeks.id, id));
  if (!found) throw new ApiError(WEEK_ERRORS.WEEK_NOT_FOUND);
  await lockLeagues(tx, distinct([found.leagueId, targetLeagueId ?? found.leagueId]));
  const [week] = await tx.select().from(weeks).where(eq(weeks.id, id)).for('update');
  if (!week) throw new ApiError(WEEK_ERRORS.WEEK_NOT_FOUND);
  requireUnmoved(week.leagueId === found.leagueId);
  return week;
}

/** Also locks the target week. */
export async function lockSectionForChange(
  tx: Database,
  id: string,
  targetWeekId?: string,
): Promise<{ section: SectionRow; leagueId: string; targetLeagueId: string }> {
  const [found] = await tx.select({ weekId: sections.weekId }).from(sections).where(eq(sections.id, id));
  if (!found) throw new ApiError(SECTION_ERRORS.SECTION_NOT_FOUND);
  const target = targetWeekId ?? found.weekId;
  const parents = await lockWeeks(tx, distinct([found.weekId, target]));
  const [section] = await tx.select().from(sections).where(eq(sections.id, id)).for('update');
  if (!section) throw new ApiError(SECTION_ERRORS.SECTION_NOT_FOUND);
  requireUnmoved(section.weekId === found.weekId);
  return {
    section,
    leagueId: parents.get(section.weekId)?.leagueId ?? '',
    targetLeagueId: parents.get(target)?.leagueId ?? '',
  };
}

/** Also locks the target section. */
export async function lockResourceForChange(
  tx: Database,
  id: string,
  targetSectionId?: string,
): Promise<{ resource: ResourceRow; leagueId: string; targetLeagueId: string }> {
  const [found] = await tx
    .select({ sectionId: resources.sectionId })
    .from(resources)
    .where(eq(resources.id, id));
  if (!found) throw new ApiError(RESOURCE_ERRORS.RESOURCE_NOT_FOUND);
  const target = targetSectionId ?? found.sectionId;
  const parents = await lockSections(tx, distinct([found.sectionId, target]));
  const [resource] = await tx.select().from(resources).where(eq(resources.id, id)).for('update');
  if (!resource) throw new ApiError(RESOURCE_ERRORS.RESOURCE_NOT_FOUND);
  requireUnmoved(resource.sectionId === found.sectionId);
  return {
    resource,
    leagueId: parents.get(resource.sectionId)?.leagueId ?? '',
    targetLeagueId: parents.get(target)?.leagueId ?? '',
  };
}

function distinct(ids: string[]): string[] {
  return [...new Set(ids)];
}

function requireAll<Row extends { id: string }>(
  rows: Row[],
  ids: string[],
  missing: () => ApiError,
): Map<string, Row> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (ids.some((id) => !byId.has(id))) throw missing();
  return byId;
}

function requireUnmoved(isUnmoved: boolean): void {
  if (!isUnmoved) throw new ApiError(ERRORS.CONFLICT);
}
