import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';
import { lacksApproval } from './certificates/missing-approval.ts';

// Notes of those whom a change of staff gives something without a tick of theirs, for `grantDueAwards`
// (docs/decisions/0057). The rules are asked again when it is their turn, so that a note too many gives nothing.

/**
 * Notes whoever completed a league and now has nothing in the way of its certificate: its assignment is gone. Call it
 * after that change, in its transaction, with the league locked against ticks.
 */
export async function noteCertificatesDue(tx: Database, leagueId: string): Promise<void> {
  await tx.execute(sql`
    insert into awards_due (user_id, league_id)
    select lp.user_id, lp.league_id
    from league_progress lp join leagues l on l.id = lp.league_id
    where lp.league_id = ${leagueId} and ${isComplete}
      and not exists (
        select 1 from certificates had where had.user_id = lp.user_id and had.league_id = lp.league_id)
      and not ${lacksApproval(sql`lp.user_id`, sql`lp.league_id`)}
    on conflict do nothing`);
}

/**
 * Notes whoever completed a specialization by a league that leaves it: all leagues of it `after` and not all `before`;
 * and whoever had completed it, but for the certificate of a league that left. Call it in the transaction of the change,
 * while the league that leaves is still there, with all of them locked against ticks.
 */
export async function noteSpecializationDue(
  tx: Database,
  specializationId: string,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  if (after.length === 0 || before.every((id) => after.includes(id))) return;
  // Of a league whose badge they do not have: one that was made later is for staff to award.
  const lacksBadge = sql`exists (
    select 1 from badges b where b.league_id = lp.league_id and not exists (
      select 1 from user_badges ub where ub.badge_id = b.id and ub.user_id = lp.user_id))`;
  await tx.execute(sql`
    insert into awards_due (user_id, league_id)
    select done.user_id, (array_agg(done.league_id order by done.lacks_badge, done.league_id)
      filter (where ${isOneOf(after)}))[1]
    from (
      select lp.user_id, lp.league_id, ${lacksBadge} as lacks_badge
      from league_progress lp join leagues l on l.id = lp.league_id
      where lp.league_id in (${listed([...before, ...after])}) and ${isComplete}
    ) done
    left join user_specializations us on us.user_id = done.user_id and us.specialization_id = ${specializationId}
    where not exists (
      select 1 from certificates had
      where had.user_id = done.user_id and had.specialization_id = ${specializationId})
    group by done.user_id, us.id
    having count(*) filter (where ${isOneOf(after)}) = ${after.length}::int
      and (us.id is not null or count(*) filter (where ${isOneOf(before)}) < ${before.length}::int)
    on conflict do nothing`);
}

/**
 * Locks leagues against ticks, in a fixed order, for a change after which awards are noted: a last tick is either seen
 * by the note or sees the change. What only refers to a league, as a new certificate does, goes on.
 */
export async function lockAgainstTicks(tx: Database, leagueIds: readonly string[]): Promise<void> {
  await tx.execute(
    sql`select id from leagues where id in (${listed(leagueIds)}) order by id for no key update`,
  );
}

const isComplete = sql`l.sections_count > 0 and lp.completed_sections = l.sections_count`;

const isOneOf = (leagueIds: readonly string[]): SQL => sql`done.league_id in (${listed(leagueIds)})`;

function listed(ids: readonly string[]): SQL {
  return sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
}
