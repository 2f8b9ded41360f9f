import { spyOn } from 'bun:test';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/db/client.ts';

/** A statement as it was sent, with the values of its parameters. */
export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

type Logger = { logQuery(text: string, values: unknown[]): void };

/**
 * Hears of every statement that the query builder sends to a database, whichever driver is below, those of transactions
 * included, until it is stopped. Sessions and transactions have a logger each; what they share is its prototype.
 */
function onStatements(db: Database, listener: (statement: SentStatement) => void): () => void {
  const { logger } = (db as unknown as { session: { logger: Logger } }).session;
  const spy = spyOn(Object.getPrototypeOf(logger) as Logger, 'logQuery').mockImplementation((text, values) =>
    listener({ text, values }),
  );
  return () => spy.mockRestore();
}

/** The statements that some work sends, in their order. */
export async function readStatements(db: Database, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const stop = onStatements(db, (statement) => sent.push(statement));
  try {
    await work();
  } finally {
    stop();
  }
  return sent;
}

/** A step of a plan as PostgreSQL names it in JSON, with how often it ran and how many rows it gave. */
export interface PlanStep {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanStep[];
}

/** Runs a statement once more and tells all steps of its plan. What stands in quotes holds no parameter. */
export async function explainStatement(db: Database, { text, values }: SentStatement): Promise<PlanStep[]> {
  const parts = text
    .split(/('(?:[^']|'')*'|\$\d+)/)
    .map((part, n) =>
      n % 2 && part.startsWith('$') ? sql`${values[Number(part.slice(1)) - 1]}` : sql.raw(part),
    );
  const [row] = await queryRows<{ 'QUERY PLAN': { Plan: PlanStep }[] | string }>(
    db,
    sql`explain (analyze, format json) ${sql.join(parts)}`,
  );
  const told = row?.['QUERY PLAN'] ?? '[]';
  const plans = (typeof told === 'string' ? JSON.parse(told) : told) as { Plan: PlanStep }[];
  const listSteps = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(listSteps)];
  return plans.flatMap(({ Plan }) => listSteps(Plan));
}
