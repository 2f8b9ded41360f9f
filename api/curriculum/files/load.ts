import { eq } from 'drizzle-orm';
import { ASSIGNMENT_FIELDS, pickFields } from '#contract/curriculum-fields.ts';
import { findAssignment } from '../../assignments/service.ts';
import { weekRows } from '../../learning/league-structure.ts';
import { type Database, isoOf } from '../../platform/db/client.ts';
import { cohorts, leagues } from '../../platform/db/schema/curriculum.ts';
import type { LeagueNode } from './tree.ts';

/** Reads several tables, so lock the league first. */
export async function loadLeague(tx: Database, id: string): Promise<LeagueNode | null> {
  const [league] = await tx
    .select({
      id: leagues.id,
      name: leagues.name,
      description: leagues.description,
      cohort: cohorts.name,
      expiresAt: isoOf(leagues.expiresAt),
      weeks: weekRows,
    })
    .from(leagues)
    .innerJoin(cohorts, eq(cohorts.id, leagues.cohortId))
    .where(eq(leagues.id, id));
  if (!league) return null;
  const assignment = await findAssignment(tx, id);
  return {
    ...league,
    assignment: assignment && { id: assignment.id, ...pickFields(ASSIGNMENT_FIELDS, assignment) },
  };
}
