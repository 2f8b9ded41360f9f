import type { Database } from '../platform/db/client.ts';
import { isUniqueViolation } from '../platform/errors/sql-state.ts';
import { explainStatement, type PlanStep, readStatements } from './statements.ts';

/**
 * The most rows of a table that one step of any statement of some work reads: what it costs on however fast a machine.
 * The statements are run once more, with their plans.
 */
export async function mostRowsRead(
  db: Database,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const sent = await readStatements(db, work);
  let most = 0;
  for (const statement of sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text))) {
    const steps = await explainStatement(db, statement).catch((error) => {
      // What can be written once only is left out.
      if (isUniqueViolation(error)) return [];
      throw error;
    });
    const ofTable = steps.filter((step) => step['Relation Name'] === table);
    most = Math.max(most, ...ofTable.map(rowsOf));
  }
  return most;
}

function rowsOf(step: PlanStep): number {
  const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
  return (step['Actual Rows'] + removed) * step['Actual Loops'];
}
