import { isDeepStrictEqual } from 'node:util';
import { and, eq, ne, sql } from 'drizzle-orm';
import { ASSIGNMENT_ERRORS } from '#contract/assignments.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { cohorts, leagues, oneForm } from '../../platform/db/schema/curriculum.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { addIssue, type Issues } from './folder.ts';
import { indexNodes, type LeagueNode, type Node } from './tree.ts';

export interface Rights {
  mayChangeLeague: boolean;
  mayChangeAssignment: boolean;
}

interface Wanted {
  leagueId: string;
  before: LeagueNode | null;
  after: LeagueNode;
  rights: Rights;
  fileOf: ReadonlyMap<Node, string>;
}

/** Checks against the database: cohort, name, rights, submissions that would be lost, and ids of other leagues. */
export async function validateLeague(tx: Database, wanted: Wanted): Promise<Issues> {
  const issues: Issues = [];
  await validateFacts(tx, wanted, issues);
  await validateAssignment(tx, wanted, issues);
  await validateIds(tx, wanted, issues);
  return issues;
}

async function validateFacts(
  tx: Database,
  { leagueId, before, after, rights }: Wanted,
  issues: Issues,
): Promise<void> {
  const file = 'league.json';
  for (const field of ['name', 'description', 'cohort', 'expiresAt'] as const) {
    if (!before || rights.mayChangeLeague || before[field] === after[field]) continue;
    const where = field === 'description' ? 'description.md' : file;
    addIssue(
      issues,
      where,
      field === 'description' ? null : field,
      `${shown(before[field])}: only a Grand Pathfinder may change it`,
    );
  }
  if (before?.cohort !== after.cohort) {
    const [cohort] = await tx.select({ id: cohorts.id }).from(cohorts).where(eq(cohorts.name, after.cohort));
    if (!cohort) addIssue(issues, file, 'cohort', `a cohort that exists; there is no “${after.cohort}”`);
  }
  if (before?.name !== after.name) {
    const [other] = await tx
      .select({ id: leagues.id })
      .from(leagues)
      .where(and(eq(oneForm(leagues.name), oneForm(after.name)), ne(leagues.id, leagueId)));
    if (other) addIssue(issues, file, 'name', `another name: ${LEAGUE_ERRORS.LEAGUE_NAME_TAKEN.text}`);
  }
}

async function validateAssignment(
  tx: Database,
  { before, after, rights }: Wanted,
  issues: Issues,
): Promise<void> {
  const [old, fresh] = [before?.assignment ?? null, after.assignment];
  const file = 'assignment.json';
  const isSame = isDeepStrictEqual(old, fresh);
  if (!isSame && !rights.mayChangeAssignment) {
    addIssue(issues, file, null, 'the assignment as it was: only a Chief Pathfinder may change it');
  }
  if (!old?.id || old.id === fresh?.id) return;
  const count = Number(await tx.$count(submissions, eq(submissions.assignmentId, old.id)));
  if (count > 0) {
    const refusal = ASSIGNMENT_ERRORS.ASSIGNMENT_HAS_SUBMISSIONS.text.replace('{count}', String(count));
    addIssue(issues, file, 'id', `${old.id}: ${refusal}`);
  }
}

// Refuses ids that belong or once belonged to other leagues.
async function validateIds(
  tx: Database,
  { leagueId, before, after, fileOf }: Wanted,
  issues: Issues,
): Promise<void> {
  const known = indexNodes(before);
  const wanted = indexNodes(after);
  for (const kind of ['weeks', 'sections', 'resources'] as const) {
    const unknown = new Map<string, Node>();
    for (const [id, node] of wanted[kind]) if (!known[kind].has(id)) unknown.set(id, node);
    if (unknown.size === 0) continue;
    const ids = sql`json_array_elements_text(${JSON.stringify([...unknown.keys()])}::json) asked`;
    const used = await queryRows<{ id: string }>(
      tx,
      sql`select ${sql.raw(kind)}.id from ${ids} join ${sql.raw(kind)} on ${sql.raw(kind)}.id = asked.value`,
    );
    for (const { id } of used)
      addIssue(
        issues,
        fileOf.get(unknown.get(id) as Node) ?? '',
        'id',
        `an id of this league: ${id} is in another; leave it out to add a copy`,
      );
    if (kind !== 'resources') continue;
    const elsewhere = await queryRows<{ id: string }>(
      tx,
      sql`select distinct e.resource_id as id from ${ids} join progress_events e on e.resource_id = asked.value where e.league_id <> ${leagueId}`,
    );
    const reported = new Set(used.map(({ id }) => id));
    for (const { id } of elsewhere) {
      if (reported.has(id)) continue;
      addIssue(
        issues,
        fileOf.get(unknown.get(id) as Node) ?? '',
        'id',
        `none: ${id} belonged to another league, whose learners have records of it`,
      );
    }
  }
  const { assignment } = after;
  if (!assignment?.id || assignment.id === before?.assignment?.id) return;
  const [used] = await queryRows<{ id: string }>(
    tx,
    sql`select id from assignments where id = ${assignment.id}`,
  );
  if (used)
    addIssue(
      issues,
      'assignment.json',
      'id',
      `an id of this league: ${assignment.id} is in another; leave it out to add a copy`,
    );
}

function shown(value: string | null): string {
  return value === null ? 'nothing' : `“${value.length > 80 ? `${value.slice(0, 80)}…` : value}”`;
}
