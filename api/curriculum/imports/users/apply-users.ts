import { sql } from 'drizzle-orm';
import type { ImportResult } from '#contract/imports.ts';
import { hashPassword } from '../../../accounts/auth/passwords.ts';
import { findDefaultCohort } from '../../../accounts/auth/service.ts';
import { allocateOlids } from '../../../accounts/olid.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Database } from '../../../platform/db/client.ts';
import { insertRows } from '../../../platform/db/insert-rows.ts';
import { enrollments, leagueProgress, learnerStats } from '../../../platform/db/schema/learning.ts';
import type { ActorAndRequest } from '../../../platform/http/request-info.ts';
import type { Deps } from '../../../platform/http/router.ts';
import { queueMails } from '../../../platform/mail/outbox.ts';
import { createId, createToken } from '../../../platform/process/secrets.ts';
import { recordImport } from '../record-import.ts';
import type { UserRow } from './plan-users.ts';

interface Created {
  id: string;
  account: NonNullable<UserRow['account']>;
  leagues: string[];
}

interface Enrolled {
  id: string;
  userId: string;
  leagueId: string;
  leagueName: string;
  cohortId: string;
}

/**
 * A hash of a random password, so that sign-in takes the usual time until the person sets one by mail. One hash serves
 * the whole import, because hashing takes 20 ms.
 */
export function hashUnusablePassword(): Promise<string> {
  return hashPassword(createToken());
}

/** Lock the roster first. */
export async function applyUsers(
  tx: Database,
  { secret }: Pick<Deps, 'secret'>,
  by: ActorAndRequest,
  rows: readonly UserRow[],
  { passwordHash, tellPeople }: { passwordHash: string; tellPeople: boolean },
): Promise<ImportResult> {
  const ids = new Map(rows.map((row) => [row, row.targetId ?? createId()]));
  const idOf = (row: UserRow) => ids.get(row) ?? '';
  const created = rows.flatMap((row): Created[] =>
    row.outcome === 'create' && row.account
      ? [
          {
            id: idOf(row),
            account: row.account,
            leagues: row.enrollments.map(({ leagueName }) => leagueName),
          },
        ]
      : [],
  );
  const isDone = ({ outcome }: UserRow) => outcome === 'create' || outcome === 'update';
  const enrolled = rows
    .filter(isDone)
    .flatMap((row) =>
      row.enrollments.map((one): Enrolled => ({ ...one, id: createId(), userId: idOf(row) })),
    );
  await insertAccounts(tx, by.actor, created, passwordHash);
  await insertEnrollments(tx, enrolled);
  if (tellPeople) {
    await queueMails(
      { db: tx, secret },
      'ACCOUNT_CREATED',
      created.map(({ id, account, leagues }) => ({
        id,
        email: account.email,
        facts: {
          name: account.name,
          isActive: account.status === 'ACTIVE',
          leagues,
        },
      })),
    );
  }
  const updated = rows.filter(({ outcome }) => outcome === 'update').length;
  await audit(tx, by, created, enrolled, updated);
  return {
    created: created.length,
    updated,
    unchanged: rows.filter(({ outcome }) => outcome === 'unchanged').length,
    leftOut: rows.filter(({ outcome }) => outcome === 'refused').length,
    enrolled: enrolled.length,
  };
}

async function insertAccounts(tx: Database, actor: Actor, created: readonly Created[], passwordHash: string) {
  if (created.length === 0) return;
  const cohort = await findDefaultCohort(tx);
  const olids = await allocateOlids(tx, created.filter(({ account }) => account.isMigrated).length);
  const list = created
    // Sorted by address, so that two concurrent imports do not deadlock.
    .toSorted((one, other) => (one.account.email < other.account.email ? -1 : 1))
    .map(({ id, account }) => ({ ...account, id, olid: account.isMigrated ? olids.pop() : null }));
  await tx.execute(sql`
    insert into users (id, email, name, password_hash, role, status, institute, department, graduation_year,
      student_id, phone_number, portfolio_url, github_username, linkedin_url, twitter_handle, discord_username,
      kaggle_username, olid, migrated_to_v2_at, current_cohort_id, approved_at, approved_by_id)
    select id, email, name, ${passwordHash}::text, 'PIONEER', status, institute, department, "graduationYear",
      "studentId", "phoneNumber", "portfolioUrl", "githubUsername", "linkedinUrl", "twitterHandle",
      "discordUsername", "kaggleUsername", olid, case when "isMigrated" then now() end, ${cohort?.id ?? null}::text,
      case when status = 'ACTIVE' then now() end, case when status = 'ACTIVE' then ${actor.id}::text end
    from json_to_recordset(${JSON.stringify(list)}::json) as given(id text, email text, name text, status text,
      institute text, department text, "graduationYear" int, "studentId" text, "phoneNumber" text,
      "portfolioUrl" text, "githubUsername" text, "linkedinUrl" text, "twitterHandle" text,
      "discordUsername" text, "kaggleUsername" text, olid text, "isMigrated" boolean)`);
  const stats = list.map(({ id, status }) => ({ userId: id, isRanked: status === 'ACTIVE' }));
  await insertRows(tx, learnerStats, stats);
}

async function insertEnrollments(tx: Database, enrolled: readonly Enrolled[]): Promise<void> {
  await insertRows(tx, enrollments, enrolled);
  const progress = enrolled.map(({ userId, leagueId }) => ({ userId, leagueId }));
  await insertRows(tx, leagueProgress, progress, { passOver: true });
}

async function audit(
  tx: Database,
  by: ActorAndRequest,
  created: readonly Created[],
  enrolled: readonly Enrolled[],
  updated: number,
): Promise<void> {
  if (created.length === 0 && enrolled.length === 0) return;
  await recordImport(tx, by, [
    ...created.map(({ id, account }) => ({
      action: 'USER_CREATED',
      targetUserId: id,
      metadata: { status: account.status, isImported: true },
    })),
    ...enrolled.map(({ userId, cohortId, leagueId, leagueName }) => ({
      action: 'USER_ENROLLED',
      targetUserId: userId,
      description: leagueName,
      metadata: { cohortId, leagueId },
    })),
    {
      action: 'USER_IMPORTED',
      metadata: { created: created.length, updated, enrolled: enrolled.length },
    },
  ]);
}
