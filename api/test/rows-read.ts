import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { readStatements, type SentStatement } from './statements.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

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
  const reads = sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text));
  let most = 0;
  for (const statement of reads) {
    const [row] = await queryRows<{ 'QUERY PLAN': { Plan: PlanNode }[] | string }>(
      db,
      sql`explain (analyze, format json) ${again(statement)}`,
    );
    const told = row?.['QUERY PLAN'] ?? '[]';
    const plans = (typeof told === 'string' ? JSON.parse(told) : told) as { Plan: PlanNode }[];
    for (const { Plan } of plans) most = Math.max(most, rowsOf(Plan, table));
  }
  return most;
}

/** A statement that was sent, to be sent once more. What stands in quotes holds no parameter. */
function again({ text, values }: SentStatement): SQL {
  const parts = text
    .split(/('(?:[^']|'')*'|\$\d+)/)
    .map((part, n) =>
      n % 2 && part.startsWith('$') ? sql`${values[Number(part.slice(1)) - 1]}` : sql.raw(part),
    );
  return sql.join(parts);
}

function rowsOf(node: PlanNode, table: string): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Relation Name'] === table ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return Math.max(own, ...(node.Plans ?? []).map((inner) => rowsOf(inner, table)));
}
