import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ROLES, type Role, reachesRole } from '#contract/roles.ts';
import { setRanked } from '../../leaderboard/set-ranked.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, queryRows } from '../../platform/db/client.ts';
import { passkeys, recoveryCodes, users } from '../../platform/db/schema/accounts.ts';
import { publicProfiles } from '../../platform/db/schema/people.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { createToken } from '../../platform/process/secrets.ts';
import { eraseAccount } from './erasure.ts';
import { isCredentialChange, isPageChange, type ListEntry, readEntries, toKey } from './restore-list.ts';

const RESTORED = 'DATABASE_RESTORED';
const Change = z.object({ from: z.string(), to: z.string() });

export interface RestoreReport {
  sessionsEnded: number;
  missingEntries: number;
  suspended: string[];
  erased: string[];
  demoted: string[];
  credentialsRemoved: string[];
  /** Their owners changed them since. */
  pagesTurnedOff: string[];
  /** Changes left to the operator, one sentence each: new rights, narrower scopes, moved addresses. */
  leftToOperator: string[];
}

/**
 * Ends every session, code and waiting message of a restored copy and repeats erasures, suspensions, lower roles and
 * credential changes from the list; turns public pages off that were changed since. A second run changes nothing more.
 */
export async function finishRestore(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  list: readonly ListEntry[],
): Promise<RestoreReport> {
  return inTransaction(db, async (tx) => {
    const missing = await findMissingEntries(tx, list);
    const report: RestoreReport = {
      sessionsEnded: await endAll(tx),
      missingEntries: missing.length,
      suspended: [],
      erased: [],
      demoted: [],
      credentialsRemoved: [],
      pagesTurnedOff: [],
      leftToOperator: [],
    };
    for (const [accountId, entries] of Map.groupBy(missing, (entry) => entry.accountId))
      await repeatForAccount({ db: tx, secret }, accountId, entries, report);
    await recordAudit(tx, {
      actorId: null,
      action: RESTORED,
      metadata: {
        replayedUntil: list.reduce((newest, { at }) => (at > newest ? at : newest), ''),
        sessionsEnded: report.sessionsEnded,
        suspended: report.suspended.length,
        erased: report.erased.length,
        demoted: report.demoted.length,
        credentialsRemoved: report.credentialsRemoved.length,
      },
    });
    return report;
  });
}

// Skips entries that an earlier restore repeated, because staff have decided since.
async function findMissingEntries(tx: Database, list: readonly ListEntry[]): Promise<ListEntry[]> {
  const known = new Set((await readEntries(tx)).map(toKey));
  const [done] = await queryRows<{ until: string | null }>(
    tx,
    sql`select max(metadata::json ->> 'replayedUntil') as until from audit_log where action = ${RESTORED}`,
  );
  return list
    .filter((entry) => !known.has(toKey(entry)) && entry.at > (done?.until ?? ''))
    .sort((a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1));
}

async function endAll(tx: Database): Promise<number> {
  const ended = await queryRows(
    tx,
    sql`update sessions set revoked_at = now() where revoked_at is null returning id`,
  );
  await tx.execute(sql`delete from one_time_codes`);
  // Waiting messages are outdated, except those queued by an earlier run.
  await tx.execute(sql`update outbox_messages set failed_at = now(), sealed_content = null, claimed_until = null
    where sent_at is null and failed_at is null and kind <> 'PASSWORD_ENDED'`);
  return ended.length;
}

async function repeatForAccount(
  deps: Pick<Deps, 'db' | 'secret'>,
  id: string,
  entries: readonly ListEntry[],
  report: RestoreReport,
): Promise<void> {
  const tx = deps.db;
  const [account] = await tx
    .select({
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      closedAt: users.closedAt,
    })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  if (!account) return;
  const { status } = account;
  const role = account.role as Role;
  const record = (action: string, metadata?: Record<string, unknown>) =>
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
    const closedAt = last.action === 'USER_CLOSED' ? new Date(last.at) : null;
    if (status !== 'SUSPENDED' || (account.closedAt === null) !== (closedAt === null)) {
      await tx
        .update(users)
        .set({ status: 'SUSPENDED', closedAt, updatedAt: sql`now()` })
        .where(eq(users.id, id));
      await record(last.action, { role, status: { from: status, to: 'SUSPENDED' } });
      report.suspended.push(id);
    }
  }
  const wanted = entries.map(readRole).findLast((wantedRole) => wantedRole !== undefined);
  if (wanted && wanted !== role && reachesRole(role, wanted)) {
    await tx.update(users).set({ role: wanted, updatedAt: sql`now()` }).where(eq(users.id, id));
    if (!['PATHFINDER', 'CHIEF_PATHFINDER'].includes(wanted)) {
      await tx.execute(sql`delete from pathfinder_scopes where pathfinder_id = ${id}`);
    }
    await record('USER_ROLE_CHANGED', { role: { from: role, to: wanted } });
    report.demoted.push(id);
  }
  await setRanked(tx, id);
  if (entries.some(isCredentialChange)) {
    await endCredentials(deps, { id, ...account });
    await record('PASSWORD_ENDED');
    report.credentialsRemoved.push(id);
  }
  if (entries.some(isPageChange)) {
    await tx.update(publicProfiles).set({ isPublic: false }).where(eq(publicProfiles.userId, id));
    report.pagesTurnedOff.push(id);
  }
  report.leftToOperator.push(...entries.filter((entry) => !isRepeated(entry)).map(toSentence));
}

// The old password and passkeys may be compromised, so only a reset by mail lets the owner in.
async function endCredentials(
  deps: Pick<Deps, 'db' | 'secret'>,
  account: { id: string; name: string; email: string },
): Promise<void> {
  const { id } = account;
  await deps.db.update(users).set({ passwordHash: createToken() }).where(eq(users.id, id));
  await deps.db.delete(passkeys).where(eq(passkeys.userId, id));
  await deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await queueMail(deps, 'PASSWORD_ENDED', account, account);
}

function readChange({ evidence }: ListEntry, field: 'role' | 'status'): z.infer<typeof Change> | null {
  const parsed = Change.safeParse(evidence?.[field]);
  return parsed.success ? parsed.data : null;
}

function readRole(entry: ListEntry): Role | undefined {
  const change = readChange(entry, 'role');
  return ROLES.find((role) => role === change?.to);
}

function isRepeated(entry: ListEntry): boolean {
  const [status, role] = [readChange(entry, 'status'), readChange(entry, 'role')];
  if (status) return status.to === 'SUSPENDED';
  return (
    isCredentialChange(entry) ||
    isPageChange(entry) ||
    (role !== null && reachesRole(role.from as Role, role.to as Role))
  );
}

function toSentence({ at, action, accountId, evidence }: ListEntry): string {
  return `${at} ${action} of ${accountId}${evidence ? `: ${JSON.stringify(evidence)}` : ''}`;
}
