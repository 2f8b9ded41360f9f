import { sql } from 'drizzle-orm';
import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, queryRows } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { eraseAccount } from './erasure.ts';

// Days to object to a review or a revoked certificate (docs/product.md 2).
const OBJECTION_DAYS = 30;

export async function eraseClosedAccounts(deps: Pick<Deps, 'db' | 'secret'>): Promise<number> {
  const due = await queryRows<{ id: string }>(
    deps.db,
    sql`select id from users where closed_at <= now() - ${STAFF_ERASURE_DAYS} * interval '1 day' order by closed_at`,
  );
  let erased = 0;
  for (const { id } of due) {
    if (await inTransaction(deps.db, (tx) => eraseClosed({ ...deps, db: tx }, id))) erased += 1;
  }
  return erased;
}

async function eraseClosed(deps: Pick<Deps, 'db' | 'secret'>, id: string): Promise<boolean> {
  const tx = deps.db;
  const [account] = await queryRows<{ name: string; email: string; role: string }>(
    tx,
    sql`select name, email, role from users where id = ${id}
      and closed_at <= now() - ${STAFF_ERASURE_DAYS} * interval '1 day' for no key update skip locked`,
  );
  if (!account || (await isNeededByOpenMatter(tx, id))) return false;
  await tx.execute(sql`select 1 from learner_stats where user_id = ${id} for update`);
  const { name, email, role } = account;
  await recordAudit(tx, {
    actorId: id,
    targetUserId: id,
    action: 'USER_DELETED',
    metadata: { role, status: { from: 'SUSPENDED', to: 'DELETED' } },
  });
  await eraseAccount(tx, { id, email });
  await queueMail(deps, 'ACCOUNT_DELETED', { id: null, email }, { name });
  return true;
}

// Also true without an active Grand Pathfinder, who could undo the deletion (docs/product.md 2).
async function isNeededByOpenMatter(tx: Database, id: string): Promise<boolean> {
  const since = sql`now() - ${OBJECTION_DAYS} * interval '1 day'`;
  const [row] = await queryRows<{ is_witness: boolean }>(
    tx,
    sql`select
      not exists (select 1 from users where role = 'GRAND_PATHFINDER' and status = 'ACTIVE')
      or exists (select 1 from certificates where revoked_by_id = ${id} and revoked_at > ${since} and erased_at is null)
      or exists (select 1 from submissions
        where reviewed_by_id = ${id} and status = 'NEEDS_REVISION' and reviewed_at > ${since})
      or exists (select 1 from audit_log mine
        join users suspended on suspended.id = mine.target_user_id
          and suspended.status = 'SUSPENDED' and suspended.closed_at is null
        where mine.actor_id = ${id} and mine.target_user_id <> ${id} and mine.action = 'USER_STATUS_CHANGED'
          and not exists (select 1 from audit_log later where later.target_user_id = mine.target_user_id
            and later.action = 'USER_STATUS_CHANGED' and later.id > mine.id)) as is_witness`,
  );
  return row?.is_witness ?? true;
}
