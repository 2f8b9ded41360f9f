import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/db/client.ts';
import type { Config } from '../platform/process/env.ts';
import type { SecretKey } from '../platform/process/secrets.ts';
import type { DemoCurriculum } from './curriculum.ts';
import type { DemoEvent, DemoLibrary } from './history.ts';
import type { DemoPerson } from './people.ts';

export interface Story {
  tx: Database;
  config: Config;
  secret: SecretKey;
  curriculum: DemoCurriculum;
  library: DemoLibrary;
  people: readonly DemoPerson[];
  events: readonly DemoEvent[];
  now: number;
}

/** A call of a product function at `at` (milliseconds). */
export interface Step {
  at: number;
  run: () => Promise<unknown>;
}

// Columns that the product fills with the current time.
const MOMENTS: Record<string, readonly string[]> = {
  users: ['approved_at', 'updated_at'],
  pathfinder_scopes: ['assigned_at'],
  progress_events: ['occurred_at'],
  resource_progress: ['completed_at', 'created_at', 'updated_at'],
  section_progress: ['completed_at'],
  league_progress: ['last_completed_at'],
  learner_stats: ['last_completed_at'],
  submissions: ['created_at', 'submitted_at', 'reviewed_at', 'updated_at'],
  submission_attempts: ['submitted_at', 'reviewed_at'],
  user_badges: ['earned_at'],
  user_specializations: ['completed_at'],
  notifications: ['created_at'],
  announcements: ['publish_at', 'created_at', 'updated_at'],
  events: ['created_at', 'updated_at'],
  event_registrations: ['created_at', 'updated_at'],
  mentors: ['created_at'],
  public_profiles: ['created_at', 'updated_at'],
  mentor_slots: ['created_at'],
  mentor_sessions: ['created_at', 'updated_at'],
  mentor_notes: ['updated_at'],
  certificates: ['completed_at', 'issued_at', 'revoked_at', 'renamed_at'],
};

const APPEND_ONLY = ['progress_events', 'audit_log'];

const PRESENT = "date_trunc('milliseconds', now())";

export type RunAt = <Result>(moment: Date, step: () => Promise<Result>) => Promise<Result>;

/**
 * Backdates what each step writes, because product functions use the current time. Needs the database owner, who
 * disables the append-only triggers meanwhile.
 */
export async function withBackdating(tx: Database, work: (at: RunAt) => Promise<void>): Promise<void> {
  const run = (statement: string) => tx.execute(sql.raw(statement));
  // An audit entry older than the latest seal would look forged.
  const [seal] = await queryRows<{ openFrom: string | Date }>(
    tx,
    sql`select coalesce(max(open_from), 'epoch') as "openFrom" from audit_seals`,
  );
  const openFrom = new Date(seal?.openFrom ?? 0);
  for (const table of APPEND_ONLY) await run(`alter table ${table} disable trigger ${table}_append_only`);
  // Prepared, because it runs hundreds of times.
  await run(`prepare move_step(timestamptz, timestamptz) as ${toMove()}`);
  await work(async (moment, step) => {
    const result = await step();
    const logged = moment < openFrom ? openFrom : moment;
    await run(`execute move_step('${moment.toISOString()}', '${logged.toISOString()}')`);
    return result;
  });
  await run('deallocate move_step');
  for (const table of APPEND_ONLY) await run(`alter table ${table} enable trigger ${table}_append_only`);
}

function toMove(): string {
  const moves = Object.entries(MOMENTS).map(([table, columns]) => {
    const isPresent = columns.map((column) => `${column} >= ${PRESENT}`);
    const moved = columns.map(
      (column, index) => `${column} = case when ${isPresent[index]} then $1 else ${column} end`,
    );
    return `${table}_moved as (update ${table} set ${moved.join(', ')} where ${isPresent.join(' or ')})`;
  });
  return `with ${moves.join(', ')},
    logged as (update audit_log set created_at = $2 where created_at >= ${PRESENT})
    update outbox_messages set created_at = $1, next_attempt_at = $1, sealed_content = null, attempts = 1,
      sent_at = $1 + interval '4 seconds'
    where created_at >= ${PRESENT}`;
}
