import { eq, type SQL, sql } from 'drizzle-orm';
import { ASSIGNMENT_ERRORS } from '#contract/assignments.ts';
import { COHORT_ERRORS } from '#contract/cohorts.ts';
import { ERRORS } from '#contract/errors.ts';
import { recordsFromEvents } from '../../learning/expected-counters.ts';
import { recountLearners, recountWeeks } from '../../learning/learner-counters.ts';
import { insertRecords, recountAfterCurriculumChange } from '../../learning/recount.ts';
import type { Database } from '../../platform/db/client.ts';
import { assignments, cohorts, leagues } from '../../platform/db/schema/curriculum.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isUniqueViolation } from '../../platform/errors/sql-state.ts';
import { insertRows, updateRows } from '../bulk-write.ts';
import { scopeOf } from './learners.ts';
import type { Prepared } from './prepare.ts';
import type { Row } from './rows.ts';
import type { AssignmentNode, LeagueNode } from './tree.ts';

/**
 * Needs the transaction and league lock that made the plan. Moves things before it removes any, so that a resource
 * moved out of a removed topic keeps its progress.
 */
export async function writePlan(
  tx: Database,
  leagueId: string,
  { plan, after, newIds }: Pick<Prepared, 'plan' | 'after' | 'newIds'>,
  timeZone: string,
): Promise<void> {
  const { weeks, sections, resources } = plan;
  try {
    await tx.execute(
      sql`set constraints weeks_league_order_key, sections_week_order_key, resources_section_order_key deferred`,
    );
    await writeLeague(tx, leagueId, after, plan.leagueFields.length > 0);
    if (plan.assignment.isChanged) await writeAssignment(tx, leagueId, plan.assignment);
    await lockRows(tx, 'weeks', [...weeks.updated, ...weeks.removed]);
    await lockRows(tx, 'sections', [...sections.updated, ...sections.removed]);
    for (const [table, { updated, added }] of [
      ['weeks', weeks],
      ['sections', sections],
      ['resources', resources],
    ] as const) {
      const toBulk = ({ id, parentId, order, texts }: Row) => ({
        ...texts,
        id,
        parent: parentId || leagueId,
        order,
      });
      await tx.execute(updateRows(table, updated.map(toBulk)));
      await tx.execute(insertRows(table, added.map(toBulk)));
    }
    for (const [table, { removed }] of [
      ['resources', resources],
      ['sections', sections],
      ['weeks', weeks],
    ] as const) {
      await tx.execute(sql`delete from ${sql.raw(table)} where id in (${listed(removed)})`);
    }
    await tx.execute(sql`set constraints all immediate`);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError(ERRORS.CONFLICT);
    throw error;
  }
  await recount(tx, leagueId, { plan, newIds, timeZone });
}

async function recount(
  tx: Database,
  leagueId: string,
  { plan, newIds, timeZone }: Pick<Prepared, 'plan' | 'newIds'> & { timeZone: string },
): Promise<void> {
  const { weeks, sections, resources } = plan;
  const back = resources.added.map((row) => row.id).filter((id) => !newIds.has(id));
  const old = new Map(plan.before.resources.map((row) => [row.id, row.parentId]));
  const moved = resources.updated.filter((row) => old.get(row.id) !== row.parentId);
  const placed = new Map(plan.before.sections.map((row) => [row.id, row.parentId]));
  const isReshaped =
    weeks.added.length + weeks.removed.length + sections.added.length + sections.removed.length > 0 ||
    sections.updated.some((row) => placed.get(row.id) !== row.parentId);
  const touched = [...resources.added, ...resources.removed, ...moved].map((row) => row.parentId);
  const sectionIds = [...new Set([...touched, ...moved.map((row) => old.get(row.id) ?? '')])];
  if (!isReshaped && sectionIds.length === 0) return;
  const settle = await restoreRecords(tx, leagueId, back, timeZone);
  const change = { leagueIds: [leagueId], timeZone };
  await recountAfterCurriculumChange(tx, isReshaped ? change : { ...change, sectionIds });
  await settle();
}

async function writeLeague(
  tx: Database,
  leagueId: string,
  league: LeagueNode,
  isChanged: boolean,
): Promise<void> {
  if (!isChanged) return;
  const [cohort] = await tx
    .select({ id: cohorts.id })
    .from(cohorts)
    .where(eq(cohorts.name, league.cohort))
    .for('share');
  if (!cohort) throw new ApiError(COHORT_ERRORS.COHORT_NOT_FOUND);
  const { name, description } = league;
  const facts = {
    name,
    description,
    cohortId: cohort.id,
    expiresAt: league.expiresAt ? new Date(league.expiresAt) : null,
  };
  const updated = await tx
    .update(leagues)
    .set({ ...facts, updatedAt: sql`now()` })
    .where(eq(leagues.id, leagueId))
    .returning({ id: leagues.id });
  if (updated.length === 0) await tx.insert(leagues).values({ id: leagueId, ...facts });
}

async function writeAssignment(
  tx: Database,
  leagueId: string,
  { before, after }: { before: AssignmentNode | null; after: AssignmentNode | null },
): Promise<void> {
  if (before?.id && before.id !== after?.id) await removeAssignment(tx, before.id);
  if (!after?.id) return;
  const { id, dueDate, ...texts } = after;
  const row = { ...texts, dueAt: dueDate ? new Date(dueDate) : null };
  if (before?.id === id) {
    await tx
      .update(assignments)
      .set({ ...row, updatedAt: sql`now()` })
      .where(eq(assignments.id, id));
  } else await tx.insert(assignments).values({ id, leagueId, ...row });
}

// Locks the row before counting, so that a concurrent submission is either counted or refused.
async function removeAssignment(tx: Database, id: string): Promise<void> {
  await tx.select({ id: assignments.id }).from(assignments).where(eq(assignments.id, id)).for('update');
  const count = Number(await tx.$count(submissions, eq(submissions.assignmentId, id)));
  if (count > 0) throw new ApiError(ASSIGNMENT_ERRORS.ASSIGNMENT_HAS_SUBMISSIONS, { values: { count } });
  await tx.delete(assignments).where(eq(assignments.id, id));
}

async function lockRows(tx: Database, table: 'weeks' | 'sections', rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`select count(*) from (
    select id from ${sql.raw(table)} where id in (${listed(rows)}) order by id for update) locked`);
}

function listed(rows: readonly Row[]): SQL {
  return sql`select value from json_array_elements_text(${JSON.stringify(rows.map((row) => row.id))}::json)`;
}

/**
 * Restores learners' records from the event log when resources return under their old ids. Call it before the recount
 * and the returned function after it, because the recount misses learners without any other record.
 */
async function restoreRecords(
  tx: Database,
  leagueId: string,
  resourceIds: readonly string[],
  timeZone: string,
): Promise<() => Promise<void>> {
  if (resourceIds.length === 0) return async () => {};
  await tx.execute(insertRecords(recordsFromEvents(scopeOf(resourceIds, leagueId))));
  return async () => {
    const learners = sql`select distinct rp.user_id from resource_progress rp
      join json_array_elements_text(${JSON.stringify(resourceIds)}::json) back on back.value = rp.resource_id`;
    await tx.execute(recountLearners(learners));
    await tx.execute(recountWeeks(learners, timeZone));
  };
}
