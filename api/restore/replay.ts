import { sql } from 'drizzle-orm';
import { ROLES, type Role, reachesRole } from '#contract/roles.ts';
import { recordAudit } from '../audit/record.ts';
import { endSessions } from '../auth/sessions.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import { eraseAccount } from '../own-account/erasure.ts';
import { type JournalEntry, readChange } from './journal.ts';

const RESTORED = 'DATABASE_RESTORED';

/** What a restore took back, and what is left to whoever runs the installation. */
export interface RestoreReport {
  sessionsEnded: number;
  suspended: string[];
  erased: string[];
  demoted: string[];
  /** Changes since the backup that give rights, or narrow them within a league: a sentence each, not replayed. */
  listed: string[];
}

/**
 * What a journal tells that a restored copy does not know: entries that its log lacks, whatever was written to the log since,
 * by a server that was started too early or by a replay that ended halfway. What an earlier restore has replayed is done: it
 * must not take back what staff decided afterwards.
 */
async function findUnknown(db: Database, journal: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const told = journal.map(({ id, at, action }, index) => ({ index, id, at, action }));
  const rows = await queryRows<{ index: number }>(
    db,
    sql`select told.index
      from json_to_recordset(${JSON.stringify(told)}::json)
        as told(index int, id bigint, at timestamptz, action text)
      where not exists (
        select 1 from audit_log log where log.id = told.id and log.action = told.action
          and log.created_at between told.at - interval '1 ms' and told.at + interval '1 ms')
      and told.at > coalesce((
        select max((metadata::json ->> 'replayedUntil')::timestamptz) from audit_log
        where action = ${RESTORED}), '-infinity')
      order by told.at, told.id`,
  );
  return rows.flatMap(({ index }) => journal[index] ?? []);
}

/**
 * Brings a restored copy to what may not come back: every session, code and waiting message ends, and what was taken away
 * from accounts since is taken away again: accounts that were deleted are erased, suspended ones suspended, lower roles
 * set. `journal` is what the log of the lost database says, or null where there is none. A run that ended halfway, or had no
 * journal, is made good by the next one; one more after that changes nothing.
 */
export async function finishRestore(
  db: Database,
  journal: readonly JournalEntry[] | null,
): Promise<RestoreReport> {
  const unknown = await findUnknown(db, journal ?? []);
  const report: RestoreReport = { sessionsEnded: 0, suspended: [], erased: [], demoted: [], listed: [] };
  await inTransaction(db, async (tx) => {
    const ended = await queryRows(
      tx,
      sql`update sessions set revoked_at = now() where revoked_at is null returning id`,
    );
    report.sessionsEnded = ended.length;
    await tx.execute(sql`delete from one_time_codes`);
    // They were sent since, or nobody waits for them any more; a message goes out once at most.
    await tx.execute(sql`update outbox_messages set failed_at = now(), sealed_content = null, claimed_until = null
      where sent_at is null and failed_at is null`);
  });
  const ordered = [...new Map(unknown.map((entry) => [`${entry.at} ${entry.id}`, entry])).values()];
  for (const [accountId, entries] of Map.groupBy(ordered, (entry) => entry.accountId)) {
    await inTransaction(db, (tx) => replayAccount(tx, accountId, entries, report));
  }
  await recordAudit(db, {
    actorId: null,
    action: RESTORED,
    metadata: {
      replayedUntil: findNewest(journal ?? []),
      sessionsEnded: report.sessionsEnded,
      suspended: report.suspended.length,
      erased: report.erased.length,
      demoted: report.demoted.length,
    },
  });
  return report;
}

function findNewest(journal: readonly JournalEntry[]): string | null {
  return journal.reduce<string | null>(
    (newest, { at }) => (newest === null || at > newest ? at : newest),
    null,
  );
}

async function replayAccount(
  tx: Database,
  id: string,
  entries: readonly JournalEntry[],
  report: RestoreReport,
): Promise<void> {
  const [account] = await queryRows<{ email: string; role: Role; status: string; closed_at: string | null }>(
    tx,
    sql`select email, role, status, closed_at from users where id = ${id} for no key update`,
  );
  if (!account) return;
  const { role, status } = account;
  const record = (action: string, metadata: Record<string, unknown>) =>
    recordAudit(tx, { actorId: null, targetUserId: id, action, description: 'After a restore', metadata });

  if (entries.some(({ action }) => action === 'USER_DELETED')) {
    await tx.execute(sql`select 1 from learner_stats where user_id = ${id} for update`);
    await record('USER_DELETED', { role, status: { from: status, to: 'DELETED' } });
    await eraseAccount(tx, { id, email: account.email });
    report.erased.push(id);
    return;
  }
  const last = entries.findLast((entry) => readChange(entry, 'status'));
  if (last && readChange(last, 'status')?.to === 'SUSPENDED') {
    const closedAt = last.action === 'USER_CLOSED' ? last.at : null;
    if (status !== 'SUSPENDED' || (account.closed_at === null) !== (closedAt === null)) {
      await tx.execute(sql`update users set status = 'SUSPENDED', closed_at = ${closedAt}::timestamptz,
        updated_at = now() where id = ${id}`);
      await record(last.action, { role, status: { from: status, to: 'SUSPENDED' } });
      report.suspended.push(id);
    }
  }
  const wanted = entries.map(readRole).findLast((wantedRole) => wantedRole !== undefined);
  if (wanted && wanted !== role && reachesRole(role, wanted)) {
    await tx.execute(sql`update users set role = ${wanted}, updated_at = now() where id = ${id}`);
    if (!['PATHFINDER', 'CHIEF_PATHFINDER'].includes(wanted)) {
      await tx.execute(sql`delete from pathfinder_scopes where pathfinder_id = ${id}`);
    }
    await record('USER_ROLE_CHANGED', { role: { from: role, to: wanted } });
    report.demoted.push(id);
  }
  await setRanked(tx, id);
  await endSessions(tx, id);
  report.listed.push(...entries.filter((entry) => !isReplayed(entry)).map(toSentence));
}

function readRole(entry: JournalEntry): Role | undefined {
  const change = readChange(entry, 'role');
  return ROLES.find((role) => role === change?.to);
}

/** True for what the replay does: a suspension, the end of an account, a lower role. */
function isReplayed(entry: JournalEntry): boolean {
  const [status, role] = [readChange(entry, 'status'), readChange(entry, 'role')];
  if (status) return status.to === 'SUSPENDED';
  return role !== null && reachesRole(role.from as Role, role.to as Role);
}

function toSentence({ at, action, accountId, evidence }: JournalEntry): string {
  return `${at} ${action} of ${accountId}${evidence ? `: ${JSON.stringify(evidence)}` : ''}`;
}
