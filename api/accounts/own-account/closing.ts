import { eq, sql } from 'drizzle-orm';
import { FORMER_STAFF_DAYS } from '#contract/constants.ts';
import { setRanked } from '../../leaderboard/set-ranked.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { toAccountClosedMessage } from '../../platform/mail/messages/account-closed.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { endSessions } from '../auth/sessions.ts';
import { forgetCodes } from '../otp/codes.ts';
import type { LockedAccount } from './lock.ts';

/** Counts a role held within FORMER_STAFF_DAYS: a demoted pathfinder must not erase evidence. */
export async function wasRecentlyStaff(tx: Database, id: string): Promise<boolean> {
  const [row] = await queryRows<{ was_staff: boolean }>(
    tx,
    sql`select exists (select 1 from audit_log where target_user_id = ${id} and action = 'USER_ROLE_CHANGED'
      and created_at > now() - ${FORMER_STAFF_DAYS} * interval '1 day'
      and evidence::json -> 'role' ->> 'from' in ('PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER')) as was_staff`,
  );
  return row?.was_staff === true;
}

/** `eraseClosedAccounts` erases it after the hold, unless a Grand Pathfinder reactivates it. Lock the account first. */
export async function closeAccount(
  deps: Pick<Deps, 'db' | 'secret'>,
  { id, name, email, role, status }: LockedAccount & { id: string },
  requestInfo: RequestInfo,
): Promise<void> {
  const tx = deps.db;
  await tx
    .update(users)
    .set({ status: 'SUSPENDED', closedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, id));
  await endSessions(tx, id);
  await forgetCodes(tx, deps.secret, email);
  await setRanked(tx, id);
  await recordAudit(tx, {
    actorId: id,
    targetUserId: id,
    action: 'USER_CLOSED',
    metadata: { role, status: { from: status, to: 'SUSPENDED' } },
    requestInfo,
  });
  await queueMail(deps, {
    kind: 'ACCOUNT_CLOSED',
    userId: id,
    to: email,
    message: toAccountClosedMessage({ name }),
  });
}
