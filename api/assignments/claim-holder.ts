import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';

type Holder = { [Name in 'id' | 'role' | 'status']: AnyColumn };

/**
 * SQL condition: the claim has time left by the database's clock and its holder may still review. A suspended or
 * demoted holder does not block others.
 */
export function hasRunningClaim(holder: Holder, leagueId: AnyColumn | SQL): SQL {
  return sql`${eq(holder.id, submissions.claimedById)} and ${submissions.claimedUntil} > now()
    and ${holder.status} = 'ACTIVE' and (${holder.role} = 'GRAND_PATHFINDER'
      or (${holder.role} = 'CHIEF_PATHFINDER' and exists (
        select 1 from ${pathfinderScopes} where ${pathfinderScopes.pathfinderId} = ${holder.id}
          and ${pathfinderScopes.leagueId} = ${leagueId} and ${pathfinderScopes.canCreateContent})))`;
}

/** Needs only the submission's row, and is cheap for submissions without a claim. */
export const isClaimed: SQL = sql`(${submissions.claimedById} is not null and ${submissions.claimedUntil} > now()
  and exists (select 1 from ${users} where ${hasRunningClaim(
    users,
    sql`(select ${assignments.leagueId} from ${assignments} where ${assignments.id} = ${submissions.assignmentId})`,
  )}))`;

/** SQL condition: the account may claim the submission. Own submissions are excluded. */
export function isClaimableBy(accountId: string): SQL {
  return sql`${submissions.userId} <> ${accountId}
    and (${submissions.claimedById} is null or ${submissions.claimedById} = ${accountId} or not ${isClaimed})`;
}
