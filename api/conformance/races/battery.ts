import { expect } from 'bun:test';
import { sql } from 'drizzle-orm';
import { findMissingAwards } from '../../awards/due.ts';
import { findDrift } from '../../learning/counter-drift.ts';
import { sealWaiting } from '../../platform/audit/seal.ts';
import { verifyAuditLog } from '../../platform/audit/verify.ts';
import { type Database, inTransaction, queryRows } from '../../platform/db/client.ts';
import { addLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp, type TestReply } from '../../test/make-app.ts';
import { addPerson, type Person } from '../../test/people.ts';

/** How often every pair is raced, or which share of the pairs once; `npm run proof -- deep` asks for more. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 0.25);
/** The embedded database has one connection: what is sent at once runs one after another. */
const ROUNDS_EMBEDDED = 0.25;
/** Calls of each of the two that run at once. */
const COPIES = 2;

/** One call that somebody makes while another one is under way on the same thing. */
export interface Action<Subject> {
  name: string;
  send: (subject: Subject) => Promise<TestReply>;
  /** What it may be answered with, whoever comes first; anything else is a fault. */
  answers: readonly number[];
}

export const act = <Subject>(
  name: string,
  answers: readonly number[],
  send: Action<Subject>['send'],
): Action<Subject> => ({ name, answers, send });

/** The answers of one round, by the name of the action. */
export type Answers = ReadonlyMap<string, readonly TestReply[]>;

export interface Race<Subject> {
  /** The thing that is acted on, new for each round. */
  make: () => Promise<Subject>;
  actions: readonly Action<Subject>[];
  /** What is wrong with the rows or the answers of a round, in words. */
  check?: (subject: Subject, answers: Answers) => Promise<string[]>;
}

/**
 * Lets every action race every other and itself, all on one thing, and looks at what is left: answers that may be, a
 * state that some order of the calls leads to, and counters that a recount finds as well.
 */
export async function racePairs<Subject>(
  api: TestApp,
  { make, actions, check }: Race<Subject>,
): Promise<void> {
  const rounds = api.kind === 'pglite' ? Math.min(ROUNDS, ROUNDS_EMBEDDED) : ROUNDS;
  const faults: string[] = [];
  let raced = 0;
  for (const [index, one] of actions.entries()) {
    for (const other of actions.slice(index)) {
      const pair = `${one.name} / ${other.name}`;
      raced += rounds;
      for (; raced >= 1; raced--) {
        const subject = await make();
        const answers = await sendAtOnce(subject, [one, other]);
        const wrong = [
          ...[one, other].flatMap((action) => listUnexpected(action, answers)),
          ...((await check?.(subject, answers)) ?? []),
        ];
        faults.push(...wrong.map((words) => `${pair}: ${words}`));
      }
    }
    faults.push(...(await listDrift(api)).map((words) => `${one.name} / …: ${words}`));
  }
  faults.push(...(await listAuditProblems(api)), ...(await listDeadlocks(api)), ...listLoggedErrors(api));
  expect([...new Set(faults)]).toEqual([]);
}

/** Copies of both, in no order, each begun a moment of its own later. */
async function sendAtOnce<Subject>(subject: Subject, pair: readonly Action<Subject>[]): Promise<Answers> {
  const calls = pair.flatMap((action) => Array<Action<Subject>>(COPIES).fill(action));
  const answers = new Map<string, TestReply[]>();
  await Promise.all(
    calls
      .map((action) => ({ action, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(async ({ action, at }) => {
        if (at > 0.5) await Bun.sleep(at * 4);
        const reply = await action.send(subject);
        answers.set(action.name, [...(answers.get(action.name) ?? []), reply]);
      }),
  );
  return answers;
}

function listUnexpected<Subject>(action: Action<Subject>, answers: Answers): string[] {
  return (answers.get(action.name) ?? [])
    .filter(({ status }) => !action.answers.includes(status))
    .map(({ status, body }) => `${action.name} was answered with ${status} ${body?.error ?? ''}`);
}

/** Where the races of a file are run. */
export interface Arena {
  api: TestApp;
  cohortId: string;
  /**
   * Grand Pathfinders, another one at each look: the writes of one person wait for each other and race nothing. Now and then
   * it is the same one twice, who races from two screens.
   */
  grand: () => Person;
  /** A call by one of them. */
  asGrand: TestApp['call'];
}

/** Makes the server, a cohort and the staff for the races of a file. */
export async function makeArena(): Promise<Arena> {
  const api = await makeApp();
  const { cohortId } = await addLeague(api.db);
  const grands = await Promise.all(
    Array.from({ length: 4 }, () => addPerson(api.db, { role: 'GRAND_PATHFINDER' })),
  );
  const grand = () => grands[Math.floor(Math.random() * grands.length)] as Person;
  const asGrand: TestApp['call'] = (call, given) => api.call(call, { ...given, token: grand().token });
  return { api, cohortId, grand, asGrand };
}

/** How often an action was done: answered with a status below 300. */
export const doneOf = (answers: Answers, name: string): number =>
  (answers.get(name) ?? []).filter(({ status }) => status < 300).length;

/** Stored numbers that `npm run ops -- verify` compares. */
async function listDrift(api: TestApp): Promise<string[]> {
  const drifts = await inTransaction(api.db, async (tx) => [
    ...(await findDrift(tx, api.config.TIME_ZONE)),
    ...(await findMissingAwards(tx)),
  ]);
  return drifts
    .filter(({ drift }) => drift > 0)
    .map(({ counter, example }) => `${counter} drifted, such as ${example}`);
}

/** Faults that `npm run ops -- audit` finds, once everything is sealed. */
async function listAuditProblems(api: TestApp): Promise<string[]> {
  await sealWaiting(api.db);
  const { problems } = await api.db.transaction((tx) => verifyAuditLog(tx as unknown as Database));
  return problems;
}

/** Also those that were tried again: nobody was shown one, but whoever was in it waited for a second. */
async function listDeadlocks(api: TestApp): Promise<string[]> {
  if (api.kind === 'pglite') return [];
  // What a connection counts it tells when it has rested for a while.
  await Bun.sleep(1500);
  const [counted] = await queryRows<{ deadlocks: string }>(
    api.db,
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return counted?.deadlocks === '0' ? [] : [`${counted?.deadlocks} deadlocks`];
}

/** Whatever the server could not explain. What came too late was judged by its answer. */
function listLoggedErrors(api: TestApp): string[] {
  return api
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
    .filter((line) => !/Service temporarily unavailable|database error 57014/.test(line));
}

interface Change {
  from: string;
  to: string;
}

/**
 * Breaks in what the audit log tells about roles and statuses: each entry has to begin where the one before it ended, and
 * the last one ends with what the account is now. An account that is gone tells nothing.
 */
export async function listBrokenHistory(api: TestApp, userId: string): Promise<string[]> {
  const [account] = await queryRows<Record<'role' | 'status', string>>(
    api.db,
    sql`select role, status from users where id = ${userId}`,
  );
  if (!account) return [];
  const entries = await queryRows<{ action: string; metadata: string | null }>(
    api.db,
    sql`select action, metadata from audit_log where target_user_id = ${userId} order by id`,
  );
  const faults: string[] = [];
  for (const field of ['role', 'status'] as const) {
    let now: string | null = null;
    for (const { action, metadata } of entries) {
      const change = (JSON.parse(metadata ?? '{}') as Partial<Record<typeof field, Change>>)[field];
      if (typeof change !== 'object') continue;
      if (now !== null && change.from !== now)
        faults.push(`${action} begins at ${change.from}, where ${field} was ${now}`);
      now = change.to;
    }
    if (now !== null && now !== account[field])
      faults.push(`${field} is ${account[field]}, and the log ends with ${now}`);
  }
  return faults;
}
