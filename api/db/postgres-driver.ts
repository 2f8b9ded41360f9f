import { drizzle } from 'drizzle-orm/bun-sql';
import { isStalePlan } from '../errors/sql-state.ts';
import { databaseBusy, statementDuration } from '../process/metrics.ts';
import type { Pools } from './postgres-pools.ts';
import { toPlainValues } from './postgres-values.ts';

/** The rows of an answer: objects, or arrays of values. */
type Rows = Bun.SQL.ResultMetadata & unknown[];

/** What the query builder uses of a client; also of one inside a transaction or a savepoint. */
interface Client {
  unsafe(text: string, values: unknown[]): PromiseLike<unknown[]> & { values(): Promise<unknown[]> };
  begin(work: (client: Client) => unknown): Promise<unknown>;
  savepoint(work: (client: Client) => unknown): Promise<unknown>;
}

/**
 * The query builder on Bun's client. Every statement is prepared once a connection, inside transactions as well, which
 * keeps its plan; a connection keeps the 1,024 it used last. Moments arrive as text to the millisecond, which is what is
 * stored; a statement that makes finer ones writes them as text or number itself.
 */
export function toDrizzle(pools: Pick<Pools, 'run'>) {
  return drizzle(toClient(pools, { texts: createTexts(), isInside: false }) as unknown as Bun.SQL);
}

interface Setting {
  texts: Texts;
  /** In a transaction, which `databaseBusy` counts once, whatever is asked inside it. */
  isInside: boolean;
}

/**
 * The texts as they are sent. `renew` gives every one of them another text (a comment), so that no connection runs a
 * plan it made before; whoever still has one of the generation before renews nothing.
 */
function createTexts() {
  let generation = 0;
  return {
    now: () => generation,
    toSent: (text: string) => (generation === 0 ? text : `${text}\n-- ${generation}`),
    renew: (seen: number) => {
      if (seen === generation) generation += 1;
    },
  };
}

type Texts = ReturnType<typeof createTexts>;

/** JSON comes as text. Told that a parameter is JSON, the driver would make the text a JSON string. */
const JSON_PARAMETER = /(\$\d+)(?=::jsonb?\b)/g;

function toClient(on: Pick<Pools, 'run'>, { texts, isInside }: Setting): Client {
  const send = async (text: string, values: unknown[], isArrays: boolean) => {
    const rows = await on.run((client) => {
      const query = client.unsafe<Rows>(texts.toSent(text), values);
      return isArrays ? query.values() : query;
    });
    return toPlainValues(rows, isArrays);
  };
  /**
   * A plan whose columns a migration changed is refused, once a connection. Nothing was done then: outside a
   * transaction the statement is sent again; inside, the transaction is lost and `inTransaction` tries again.
   */
  const ask = async (text: string, values: unknown[], isArrays: boolean) => {
    const generation = texts.now();
    const sent = text.includes('::json') ? text.replace(JSON_PARAMETER, '$1::text') : text;
    const isOver = timeStatement(isInside);
    try {
      return await send(sent, values, isArrays);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      texts.renew(generation);
      if (isInside) throw error;
      return await send(sent, values, isArrays);
    } finally {
      isOver();
    }
  };
  const inside = (inner: Bun.SQL) => toClient({ run: (work) => work(inner) }, { texts, isInside: true });
  return {
    unsafe: (text, values) => ({
      // Sent when somebody waits for it: `values` comes first where arrays are wanted.
      // biome-ignore lint/suspicious/noThenProperty: the query builder awaits what this answers with
      then: (onRows, onError) => ask(text, values, false).then(onRows, onError),
      values: () => ask(text, values, true),
    }),
    begin: async (work) => {
      if (!isInside) databaseBusy.inc();
      try {
        return await on.run((client) => client.begin((inner) => work(inside(inner))));
      } finally {
        if (!isInside) databaseBusy.dec();
      }
    },
    savepoint: (work) =>
      on.run((client) => (client as Bun.TransactionSQL).savepoint((inner) => work(inside(inner)))),
  };
}

/** Counts a statement and the time until its answer. */
function timeStatement(isInside: boolean): () => void {
  const startedAt = performance.now();
  if (!isInside) databaseBusy.inc();
  return () => {
    if (!isInside) databaseBusy.dec();
    statementDuration.observe((performance.now() - startedAt) / 1000);
  };
}
