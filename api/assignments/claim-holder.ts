import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';

type Holder = { [Name in 'id' | 'role' | 'status']: AnyColumn };

/**
 * Whether this account holds the submission now: the claim has time left by the database's clock, and its holder could
 * still review. Who was suspended, lost the role or the league holds nothing, so that nobody waits for them.
 */
export function isRunning(holder: Holder, leagueId: AnyColumn | SQL): SQL {
  return sql`${eq(holder.id, submissions.claimedById)} and ${submissions.claimedUntil} > now()
    and ${holder.status} = 'ACTIVE' and (${holder.role} = 'GRAND_PATHFINDER'
      or (${holder.role} = 'CHIEF_PATHFINDER' and exists (
        select 1 from ${pathfinderScopes} where ${pathfinderScopes.pathfinderId} = ${holder.id}
          and ${pathfinderScopes.leagueId} = ${leagueId} and ${pathfinderScopes.canCreateContent})))`;
}

/** Whether anybody holds a submission, asked of its row alone; cheap for the many that were never claimed. */
export const isHeld: SQL = sql`(${submissions.claimedById} is not null and ${submissions.claimedUntil} > now()
  and exists (select 1 from ${users} where ${isRunning(
    users,
    sql`(select ${assignments.leagueId} from ${assignments} where ${assignments.id} = ${submissions.assignmentId})`,
  )}))`;

/** Whether an account could take a submission, as far as others are concerned. Nobody is handed their own. */
export function isFreeFor(accountId: string): SQL {
  return sql`${submissions.userId} <> ${accountId}
    and (${submissions.claimedById} is null or ${submissions.claimedById} = ${accountId} or not ${isHeld})`;
}
