import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { product } from '../../platform/process/product.ts';

export interface IssuedCertificate {
  id: string;
  /** As it is stored, without dashes. */
  code: string;
  name: string;
  userId: string;
  leagueId: string | null;
  specializationId: string | null;
}

/** One learner's league, or a batch of everything that is due. */
export type IssueScope = { userId: string; leagueId: string } | { limit: number };

// Same result as `cleanPrintedName` of the contract.
const printedName = sql`coalesce(nullif(btrim(regexp_replace(
  regexp_replace(u.name, ${'[\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF]'}, '', 'g'),
  ${'\\s+'}, ' ', 'g')), ''), u.name)`;

/** Needs a complete league and, if there is an assignment, its approval. A unique index settles races. */
export function issueLeagueCertificates(tx: Database, scope: IssueScope): Promise<IssuedCertificate[]> {
  return issue(
    tx,
    scope,
    sql`
    select 'LEAGUE' as kind, u.id as user_id, l.id as league_id, null as specialization_id,
      ${printedName} as holder_name, l.name as title, coalesce((
        select max(sp.completed_at) from weeks w
        join sections s on s.week_id = w.id
        join section_progress sp on sp.section_id = s.id and sp.user_id = u.id
        where w.league_id = l.id), now()) as completed_at
    from league_progress lp
    join leagues l on l.id = lp.league_id
    join users u on u.id = lp.user_id
    where l.sections_count > 0 and lp.completed_sections = l.sections_count
      and ${'userId' in scope ? sql`u.id = ${scope.userId} and l.id = ${scope.leagueId}` : sql`true`}
      and not exists (
        select 1 from certificates had where had.user_id = u.id and had.league_id = l.id)
      and not ${lacksApproval(sql`u.id`, sql`l.id`)}`,
  );
}

/** Needs the approval of each league, and no revoked certificate among them. */
export function issueSpecializationCertificates(
  tx: Database,
  scope: IssueScope,
): Promise<IssuedCertificate[]> {
  return issue(
    tx,
    scope,
    sql`
    select 'SPECIALIZATION' as kind, u.id as user_id, null as league_id, sp.id as specialization_id,
      ${printedName} as holder_name, sp.name as title, us.completed_at
    from user_specializations us
    join specializations sp on sp.id = us.specialization_id
    join users u on u.id = us.user_id
    where ${
      'userId' in scope
        ? sql`u.id = ${scope.userId} and exists (
            select 1 from specialization_leagues sl
            where sl.specialization_id = sp.id and sl.league_id = ${scope.leagueId})`
        : sql`true`
    }
      and not exists (
        select 1 from certificates had where had.user_id = u.id and had.specialization_id = sp.id)
      and not ${isPartUnproven(sql`u.id`, sql`sp.id`)}`,
  );
}

function issue(tx: Database, scope: IssueScope, due: SQL): Promise<IssuedCertificate[]> {
  // Skips accounts that another transaction changes or deletes; the next run finds them.
  const share =
    'limit' in scope ? sql`order by u.id limit ${scope.limit} for key share of u skip locked` : sql``;
  return queryRows<IssuedCertificate>(
    tx,
    sql`
    insert into certificates
      (id, kind, user_id, league_id, specialization_id, holder_name, title, issuer, completed_at)
    select gen_random_uuid()::text, kind, user_id, league_id, specialization_id, holder_name, title,
      ${product.name}, completed_at
    from (${due} ${share}) due
    on conflict do nothing
    returning id, code, title as name, user_id as "userId", league_id as "leagueId",
      specialization_id as "specializationId"`,
  );
}

/** SQL condition: the league has an assignment that is not approved for the learner. */
export const lacksApproval = (userId: SQL, leagueId: SQL) => sql`exists (
  select 1 from assignments task where task.league_id = ${leagueId} and not exists (
    select 1 from submissions answer
    where answer.assignment_id = task.id and answer.user_id = ${userId} and answer.status = 'APPROVED'))`;

/** SQL condition: a league of the specialization lacks its approval, or its certificate is revoked. */
export const isPartUnproven = (userId: SQL, specializationId: SQL) => sql`exists (
  select 1 from specialization_leagues part
  left join certificates had on had.user_id = ${userId} and had.league_id = part.league_id
  where part.specialization_id = ${specializationId}
    and (had.revoked_at is not null or (had.id is null and ${lacksApproval(userId, sql`part.league_id`)})))`;
