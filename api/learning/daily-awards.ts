import { eq, type SQL, sql } from 'drizzle-orm';
import { createRuleBadges, grantAwards } from '../awards/award.ts';
import { isPartUnproven, lacksApproval } from '../awards/certificates/issue.ts';
import { wasRevoked } from '../awards/rule.ts';
import { type Database, inTransaction, queryRows } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import type { Deps } from '../platform/http/router.ts';
import { lockLearner } from './progress/lock-place.ts';
import { mayTrack } from './tracking.ts';

/** Prefix of the idempotency key of an event that came from an earlier product (docs/moving-in.md). */
export const MOVED_IN_KEY = 'earlier:';

// Pause between two learners, so that requests come first on a single connection.
const REST_MS = 5;

interface Due {
  userId: string;
  /** Null for rules of the day. */
  leagueId: string | null;
}

/**
 * Gives awards of leagues that a staff change completed, and those of daily rules. Can run again and in several
 * processes. Returns the number of new awards; throws the first error after trying all learners.
 */
export async function grantDailyAwards(
  deps: Pick<Deps, 'db' | 'config'>,
  { isStopping = () => false }: { isStopping?: () => boolean } = {},
): Promise<number> {
  await createRuleBadges(deps.db);
  let given = 0;
  let failure: { error: unknown } | null = null;
  for (const due of [...(await listCompletions(deps.db)), ...(await listActive(deps.db))]) {
    if (isStopping()) break;
    try {
      given += await grantDue(deps, due);
    } catch (error) {
      failure ??= { error };
    }
    await Bun.sleep(REST_MS);
  }
  if (failure) throw failure.error;
  return given;
}

// Complete leagues without one of their awards. Staff give badges and specializations of moved-in completions.
function listCompletions(db: Database): Promise<Due[]> {
  const [userId, leagueId] = [sql`lp.user_id`, sql`lp.league_id`];
  const lacks = (table: SQL, thing: SQL) =>
    sql`not exists (select 1 from ${table} had where had.user_id = ${userId} and ${thing})`;
  return queryRows<Due>(
    db,
    sql`select ${userId} as "userId", ${leagueId} as "leagueId"
      from league_progress lp join leagues l on l.id = ${leagueId}
      where l.sections_count > 0 and lp.completed_sections = l.sections_count and ${mayTrack(userId, leagueId)}
        and ((${wasTickedHere(userId, leagueId)} and (
            exists (select 1 from badges b where b.league_id = ${leagueId}
              and ${lacks(sql`user_badges`, sql`had.badge_id = b.id`)} and not ${wasRevoked(userId, sql`b.id`)})
            or exists (select 1 from specialization_leagues sl where sl.league_id = ${leagueId}
              and ${lacks(sql`user_specializations`, sql`had.specialization_id = sl.specialization_id`)})))
          or (${lacks(sql`certificates`, sql`had.league_id = ${leagueId}`)}
            and not ${lacksApproval(userId, leagueId)})
          or exists (select 1 from specialization_leagues sl
            join user_specializations us on us.specialization_id = sl.specialization_id and us.user_id = ${userId}
            where sl.league_id = ${leagueId}
              and ${lacks(sql`certificates`, sql`had.specialization_id = sl.specialization_id`)}
              and not ${isPartUnproven(userId, sql`sl.specialization_id`)}))
      order by 1, 2`,
  );
}

const wasTickedHere = (userId: SQL, leagueId: SQL) => sql`exists (
  select 1 from progress_events e where e.user_id = ${userId} and e.league_id = ${leagueId} and e.kind = 'COMPLETED'
    and not starts_with(coalesce(e.idempotency_key, ''), ${MOVED_IN_KEY}))`;

function listActive(db: Database): Promise<Due[]> {
  return queryRows<Due>(
    db,
    sql`select user_id as "userId", null as "leagueId" from learner_stats
      where last_completed_at > now() - interval '2 days' or user_id in (
        select user_id from revision_reviews where reviewed_at > now() - interval '2 days'
        union select user_id from event_registrations where checked_in_at > now() - interval '2 days') order by 1`,
  );
}

// Locks in the order of a tick: account, league, learner. Skips an account that another transaction changes.
function grantDue({ db, config }: Pick<Deps, 'db' | 'config'>, { userId, leagueId }: Due): Promise<number> {
  return inTransaction(db, async (tx) => {
    const [account] = await tx
      .select({ status: users.status })
      .from(users)
      .where(eq(users.id, userId))
      .for('key share', { skipLocked: true });
    if (!account) return 0;
    if (leagueId) {
      await tx.select({ id: leagues.id }).from(leagues).where(eq(leagues.id, leagueId)).for('share');
    }
    await lockLearner(tx, userId);
    const options = { isNotified: account.status === 'ACTIVE' };
    return leagueId
      ? grantAwards(tx, 'league', { userId, leagueId }, options)
      : grantAwards(tx, 'day', { userId, timeZone: config.TIME_ZONE }, options);
  });
}
