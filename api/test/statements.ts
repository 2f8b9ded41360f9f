import { spyOn } from 'bun:test';
import type { Database } from '../db/client.ts';

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
export function onStatements(db: Database, listener: (statement: SentStatement) => void): () => void {
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
