import { sql } from 'drizzle-orm';
import { queryRows } from '../platform/db/client.ts';
import { pathfinderScopes } from '../platform/db/schema/accounts.ts';
import { insertCounted, type Move, readCounted, requireId } from './context.ts';

export async function moveScopes(move: Move): Promise<void> {
  const table = 'pathfinder_scopes';
  const rows = await readCounted(move, table);
  const scoped = await queryRows<{ id: string }>(
    move.tx,
    sql`select id from users where role in ('PATHFINDER','CHIEF_PATHFINDER')`,
  );
  const isScoped = new Set(scoped.map(({ id }) => id));
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id };
    const pathfinderId = requireId(move, subject, 'users', row.pathfinderId);
    if (pathfinderId === null) return [];
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    if (!isScoped.has(pathfinderId)) {
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
