import { messages, type PGlite, protocol, TransactionAbortedError } from '@electric-sql/pglite';
import { isStalePlan } from '../errors/sql-state.ts';

const { Parser, serialize } = protocol;

/** Statements that stay prepared. Their plans are in the engine's own memory, which never shrinks. */
const PREPARED_MAX = 200;
/** Texts that came once. */
const SEEN_MAX = 500;
/** More than a statement of fixed length has; lists of changing length would drive out the others. */
const PREPARED_PARAMETERS_MAX = 40;

/** How the query builder asks: rows as arrays or objects, and how it wants values of some types, by their numbers. */
interface QueryOptions {
  rowMode?: 'array' | 'object';
  parsers?: Record<number, (text: string, type: number) => unknown>;
}

interface Column {
  name: string;
  dataTypeID: number;
}

/** What the engine tells of a statement; the name is empty for one that is run once. */
interface Statement {
  name: string;
  parameters: readonly number[];
  columns: readonly Column[];
}

interface Result {
  rows: unknown[];
  fields: readonly Column[];
}

type Query = (text: string, values?: unknown[], options?: QueryOptions) => Promise<Result>;

/**
 * The one connection to an embedded engine, with what the query builder asks of `PGlite`: `query` and `transaction`. The
 * engine's own `query` plans a statement each time and sends it in six messages, one after another; here it is planned
 * once and takes one go (docs/decisions/0056). A text is prepared when it comes for the second time; those with long
 * lists are planned each time.
 */
export class EmbeddedConnection {
  private readonly engine: PGlite;
  private readonly seen = new Set<string>();
  /** By text, the one that was used the longest ago first. */
  private readonly prepared = new Map<string, Statement>();
  private names = 0;

  constructor(engine: PGlite) {
    this.engine = engine;
  }

  /** Runs one statement. Throws a DatabaseError of the engine, with SQLSTATE and constraint. */
  readonly query: Query = (text, values = [], options = {}) =>
    this.engine._runExclusiveTransaction(async () => {
      try {
        return await this.run(text, values, options);
      } catch (error) {
        // The statement was refused before it ran, and is prepared anew.
        if (!isStalePlan(error)) throw error;
        return await this.run(text, values, options);
      }
    });

  /** Runs work in a transaction, which ends before anybody else is heard. Throws what the work throws. */
  readonly transaction = <Answer>(work: (tx: { query: Query }) => Promise<Answer>): Promise<Answer> =>
    this.engine._runExclusiveTransaction(async () => {
      let isOpen = true;
      const end = (command: 'commit' | 'rollback') => {
        isOpen = false;
        return this.command(command);
      };
      await this.command('begin');
      try {
        const answer = await work({
          query: async (text, values = [], options = {}) => {
            if (!isOpen) throw new Error('The transaction is over');
            return this.run(text, values, options);
          },
        });
        if (isRolledBack(await end('commit'))) throw new TransactionAbortedError();
        return answer;
      } catch (error) {
        if (isOpen) await end('rollback');
        throw error;
      }
    });

  private command(text: 'begin' | 'commit' | 'rollback'): Promise<Message[]> {
    return this.engine.runExclusive(() => this.send(serialize.query(text)));
  }

  /** Runs a statement after those that were asked before, also where they were not waited for. */
  private run(text: string, values: readonly unknown[], options: QueryOptions): Promise<Result> {
    return this.engine.runExclusive(async () => {
      const isOnce = values.length > PREPARED_PARAMETERS_MAX;
      const statement = (isOnce ? undefined : this.find(text)) ?? (await this.parse(text, isOnce));
      try {
        const answer = await this.send(
          serialize.bind({ statement: statement.name, values: this.write(statement, values) }),
          serialize.execute(),
          serialize.sync(),
        );
        return { rows: this.read(answer, statement, options), fields: statement.columns };
      } catch (error) {
        if (isStalePlan(error)) await this.forgetAll();
        throw error;
      }
    });
  }

  private find(text: string): Statement | undefined {
    const statement = this.prepared.get(text);
    if (!statement) return;
    this.prepared.delete(text);
    this.prepared.set(text, statement);
    return statement;
  }

  private async parse(text: string, isOnce: boolean): Promise<Statement> {
    const isKept = !isOnce && this.isAgain(text);
    const name = isKept ? `s${++this.names}` : '';
    const answer = await this.send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const statement: Statement = {
      name,
      parameters:
        answer.find((message) => message instanceof messages.ParameterDescriptionMessage)?.dataTypeIDs ?? [],
      columns: answer.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [],
    };
    if (isKept) await this.keep(text, statement);
    return statement;
  }

  /** Whether a text came before. */
  private isAgain(text: string): boolean {
    if (this.seen.delete(text)) return true;
    if (this.seen.size >= SEEN_MAX) this.seen.clear();
    this.seen.add(text);
    return false;
  }

  private async keep(text: string, statement: Statement): Promise<void> {
    this.prepared.set(text, statement);
    if (this.prepared.size <= PREPARED_MAX) return;
    const [oldest] = this.prepared;
    if (!oldest) return;
    this.prepared.delete(oldest[0]);
    await this.send(serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync());
  }

  /** Takes away every prepared statement: a change of the schema has made plans of them useless. */
  private async forgetAll(): Promise<void> {
    const closing = [...this.prepared.values()].map(({ name }) => serialize.close({ type: 'S', name }));
    this.prepared.clear();
    await this.send(...closing, serialize.sync());
  }

  /** Values as text, the way the type of each parameter wants it. */
  private write({ parameters }: Statement, values: readonly unknown[]): (string | null)[] {
    return values.map((value, at) => {
      if (value === null || value === undefined) return null;
      const write = this.engine.serializers[parameters[at] ?? 0];
      return write ? write(value) : String(value);
    });
  }

  private read(
    answer: readonly Message[],
    { columns }: Statement,
    { rowMode, parsers }: QueryOptions,
  ): unknown[] {
    const readers = columns.map(
      ({ dataTypeID }) => parsers?.[dataTypeID] ?? this.engine.parsers[dataTypeID] ?? asText,
    );
    const rows: unknown[] = [];
    for (const message of answer) {
      if (!(message instanceof messages.DataRowMessage)) continue;
      const row = columns.map(({ dataTypeID }, at) => {
        const field: string | null = message.fields[at] ?? null;
        return field === null ? null : readers[at]?.(field, dataTypeID);
      });
      rows.push(
        rowMode === 'array' ? row : Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])),
      );
    }
    return rows;
  }

  /** Sends messages in one go and answers with those of the engine. Throws the first error among them. */
  private async send(...parts: readonly Uint8Array[]): Promise<Message[]> {
    if (!this.engine.ready) throw new Error('The embedded database is closed');
    const answer: Message[] = [];
    const parser = new Parser();
    // What the engine hands over is a view of its memory, which the parser copies. No file system of ours needs a sync.
    await this.engine.execProtocolRawStream(Buffer.concat(parts), {
      syncToFs: false,
      onRawData: (bytes) => parser.parse(bytes, (message) => answer.push(message)),
    });
    const failure = answer.find((message) => message instanceof messages.DatabaseError);
    if (failure) throw failure;
    return answer;
  }
}

type Message = messages.BackendMessage;

const asText = (text: string) => text;

/** A COMMIT after a failed statement that nobody minded is answered so. */
function isRolledBack(answer: readonly Message[]): boolean {
  return answer.some(
    (message) => message instanceof messages.CommandCompleteMessage && message.text === 'ROLLBACK',
  );
}
