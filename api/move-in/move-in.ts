import { inArray, sql } from 'drizzle-orm';
import { holdSeals } from '../platform/audit/seal.ts';
import { insertEntries } from '../platform/db/audit-entry.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { raiseCurriculumVersion } from '../platform/db/curriculum-version.ts';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { moveAccounts, type StaffMember } from './accounts.ts';
import { Cleaner } from './cleaner.ts';
import { insertCounted, type Move, readColumn, readCounted, requireId } from './context.ts';
import { moveCurriculum } from './curriculum.ts';
import { countLeftBehind, requireEarlier } from './earlier.ts';
import { Findings } from './findings.ts';
import { type EarnedAward, findEarned, moveParticipation } from './participation.ts';
import { moveProgress, recountMoved } from './progress.ts';

export interface MoveReport {
  findings: Findings;
  staff: StaffMember[];
  /** Empty after a dry run, which does not recount. */
  earned: EarnedAward[];
  leftBehind: { table: string; rows: number; why: string }[];
}

class DryRunEnd extends Error {}

/**
 * Moves a community from the earlier product in one transaction; existing rows stay, so a second run adds only new
 * ones. A dry run rolls back and skips the recount. Throws StartError for another database.
 */
export async function moveIn(
  { source, target }: { source: Database; target: Database },
  { isDryRun, ...settings }: { isDryRun: boolean } & Pick<Move, 'say' | 'timeZone'>,
): Promise<MoveReport> {
  return source.transaction(async (reading) => {
    const earlier = reading as unknown as Database;
    // A snapshot, because the old product may still be running.
    await earlier.execute(sql`set transaction isolation level repeatable read, read only`);
    await liftStatementTimeouts(earlier);
    await requireEarlier(earlier);
    let report: MoveReport | undefined;
    try {
      await inTransaction(target, async (tx) => {
        report = await moveAll({ source: earlier, tx, ...settings }, isDryRun);
        if (isDryRun) throw new DryRunEnd();
      });
    } catch (error) {
      if (!(error instanceof DryRunEnd)) throw error;
    }
    if (!report) throw new Error('A move ended without its report');
    return report;
  });
}

// Statements take minutes, and each connection idles while the other works.
async function liftStatementTimeouts(db: Database): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
}

async function moveAll(
  { source, tx, say, timeZone }: Pick<Move, 'source' | 'tx' | 'say' | 'timeZone'>,
  isDryRun: boolean,
): Promise<MoveReport> {
  await liftStatementTimeouts(tx);
  await holdSeals(tx);
  await tx.execute(sql`set local lock_timeout = '60s'`);
  await tx.execute(sql`set local work_mem = '128MB'`);
  const findings = new Findings();
  const cleaner = new Cleaner(findings, new Date().toISOString());
  const move: Move = { source, tx, findings, cleaner, ids: new Map(), say, timeZone };
  say('Reading …');
  await moveCurriculum(move);
  const accounts = await moveAccounts(move);
  await moveScopes(move);
  await moveParticipation(move);
  await moveProgress(move, accounts);
  const leagueIds = [...(move.ids.get('leagues')?.values() ?? [])];
  if (!isDryRun) await recountMoved(move, leagueIds, accounts);
  const earned = isDryRun ? [] : await findEarned(tx);
  await recordMove(tx, findings);
  const leftBehind = await countLeftBehind(source);
  await raiseCurriculumVersion(tx);
  return { findings, staff: accounts.staff, earned, leftBehind };
}

async function recordMove(tx: Database, findings: Findings): Promise<void> {
  const counts = Object.fromEntries([...findings.tallies].map(([table, { came }]) => [table, came]));
  const metadata = JSON.stringify({
    ...counts,
    mended: findings.changes.length,
    notTaken: findings.notTaken.length,
  });
  const none = { actor_id: null, target_user_id: null, evidence: null, ip_address: null, request_id: null };
  const description = 'From the database of the earlier product';
  await insertEntries(tx, [{ ...none, action: 'COMMUNITY_MOVED_IN', description, metadata }]);
}

async function moveScopes(move: Move): Promise<void> {
  const table = 'pathfinder_scopes';
  const rows = await readCounted(move, table);
  const isPathfinder = inArray(users.role, ['PATHFINDER', 'CHIEF_PATHFINDER']);
  const scoped = new Set(await readColumn(move.tx, users.id, isPathfinder));
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id };
    const pathfinderId = requireId(move, subject, 'users', row.pathfinderId);
    if (pathfinderId === null) return [];
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    if (!scoped.has(pathfinderId)) {
      move.findings.refuse({
        ...subject,
        reason: 'Its account is no pathfinder: a scope gives nobody a role',
      });
      return [];
    }
    return {
      id: move.cleaner.plainId(table, row.id),
      pathfinderId,
      leagueId,
      canManageUsers: row.canManageUsers,
      canViewAnalytics: row.canViewAnalytics,
      canCreateContent: row.canCreateContent,
      assignedAt: new Date(move.cleaner.moment(subject, 'assignedAt', row.assignedAt)),
      assignedById: move.ids.get('users')?.get(row.assignedById) ?? null,
    };
  });
  await insertCounted(move, table, pathfinderScopes, fresh, { passOver: true });
}
