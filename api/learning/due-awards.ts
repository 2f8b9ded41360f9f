import { and, asc, eq, sql } from 'drizzle-orm';
import { grantAwards } from '../awards/award.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { awardsDue } from '../platform/db/schema/awards.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import type { Deps } from '../platform/http/router.ts';
import { lockLearner } from './progress/standing.ts';
import { mayTrack } from './tracking.ts';

/** Learners read at once; each is given their awards in a transaction of their own. */
const PAGE = 200;
/** Between two learners, so that requests come first where there is one connection. */
const REST_MS = 5;

interface Due {
  userId: string;
  leagueId: string;
}

/**
 * Gives awards to those whose league was completed by a change of it (`recountAfterCurriculumChange`), by the rules of a
 * last tick: a revoked badge stays away, and who un-ticked something meanwhile gets nothing. The note of a learner who
 * left the league waits until they are enrolled again. Safe to run at any time, by
 * several processes at once, and again after a process was killed: the note goes in the transaction that gives the
 * awards. Answers how many notes were settled; throws what the first one threw that could not be, once all were tried.
 */
export async function grantDueAwards(
  deps: Pick<Deps, 'db' | 'secret'>,
  { isStopping = () => false }: { isStopping?: () => boolean } = {},
): Promise<number> {
  let settled = 0;
  let failure: { error: unknown } | null = null;
  let last: Due = { userId: '', leagueId: '' };
  for (;;) {
    const page = await listDue(deps.db, last);
    for (const due of page) {
      if (isStopping()) return settled;
      try {
        if (await grantDue(deps, due)) settled++;
      } catch (error) {
        failure ??= { error };
      }
      await Bun.sleep(REST_MS);
    }
    last = page.at(-1) ?? last;
    if (page.length < PAGE) break;
  }
  if (failure) throw failure.error;
  return settled;
}

function listDue(db: Database, after: Due): Promise<Due[]> {
  return db
    .select({ userId: awardsDue.userId, leagueId: awardsDue.leagueId })
    .from(awardsDue)
    .where(
      and(
        sql`(${awardsDue.userId}, ${awardsDue.leagueId}) > (${after.userId}, ${after.leagueId})`,
        mayTrack(sql`${awardsDue.userId}`, sql`${awardsDue.leagueId}`),
      ),
    )
    .orderBy(asc(awardsDue.userId), asc(awardsDue.leagueId))
    .limit(PAGE);
}

/** Locks in the order of a tick: account, league, learner. An account that is being changed waits for the next run. */
function grantDue({ db, secret }: Pick<Deps, 'db' | 'secret'>, { userId, leagueId }: Due): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [account] = await tx
      .select({ status: users.status })
      .from(users)
      .where(eq(users.id, userId))
      .for('key share', { skipLocked: true });
    if (!account) return false;
    await tx.select({ id: leagues.id }).from(leagues).where(eq(leagues.id, leagueId)).for('share');
    await lockLearner(tx, userId);
    const taken = await tx
      .delete(awardsDue)
      .where(and(eq(awardsDue.userId, userId), eq(awardsDue.leagueId, leagueId)))
      .returning({ userId: awardsDue.userId });
    if (taken.length === 0) return false;
    await grantAwards(tx, { userId, leagueId }, { secret, isTold: account.status === 'ACTIVE' });
    return true;
  });
}
