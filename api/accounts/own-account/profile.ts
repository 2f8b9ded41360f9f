import { eq, sql } from 'drizzle-orm';
import type { ProfileBody } from '#contract/auth.ts';
import { ERRORS } from '#contract/errors.ts';
import { LearningChoices } from '#contract/learning.ts';
import { MIGRATION_ERRORS, type MigrationBody, type MigrationStatus } from '#contract/profile-migration.ts';
import type { User } from '#contract/users.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { findDefaultCohort } from '../auth/service.ts';
import { allocateOlid } from '../olid.ts';
import { findUser } from '../presenter.ts';

/** Absent fields keep their value; null clears (docs/api.md 1.1). */
export async function saveProfile(
  { db }: Deps,
  actor: Actor,
  body: ProfileBody,
  requestInfo: RequestInfo,
): Promise<User> {
  return inTransaction(db, async (tx) => {
    const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    if (Object.keys(changed).length > 0) {
      await tx
        .update(users)
        .set({ ...changed, updatedAt: sql`now()` })
        .where(eq(users.id, actor.id));
      await recordOwnAudit(tx, actor.id, 'USER_PROFILE_CHANGED', requestInfo, {
        fields: Object.keys(changed),
      });
    }
    return requireUser(await findUser(tx, actor.id));
  });
}

/** A goal may change every day and has no audit entry; a choice to hide has one, which tells open boards. */
export async function saveChoices(
  { db }: Deps,
  actor: Actor,
  { dailyGoal, isHiddenFromBoards }: Partial<LearningChoices>,
  requestInfo: RequestInfo,
): Promise<LearningChoices> {
  return inTransaction(db, async (tx) => {
    const [saved] = await tx
      .update(users)
      .set({ dailyGoal, isHiddenFromBoards, updatedAt: sql`now()` })
      .where(eq(users.id, actor.id))
      .returning({ dailyGoal: users.dailyGoal, isHiddenFromBoards: users.isHiddenFromBoards });
    if (!saved) throw new ApiError(ERRORS.TOKEN_INVALID);
    if (isHiddenFromBoards !== undefined) {
      const fields = ['isHiddenFromBoards'];
      await recordOwnAudit(tx, actor.id, 'USER_PROFILE_CHANGED', requestInfo, { fields });
    }
    return LearningChoices.parse(saved);
  });
}

export async function readMigrationStatus({ db }: Deps, actor: Actor): Promise<MigrationStatus> {
  const [row] = await db
    .select({ migratedAt: users.migratedToV2At, olid: users.olid, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, actor.id));
  if (!row) throw new ApiError(ERRORS.TOKEN_INVALID);
  const isMigrated = row.migratedAt !== null;
  return {
    needsMigration: !isMigrated,
    requiresMigration: !isMigrated,
    isOldUser: !isMigrated,
    isV2User: isMigrated,
    migratedToV2: isMigrated ? true : null,
    hasOLID: row.olid !== null,
    olid: row.olid,
    emailVerified: actor.emailVerified,
    userSince: row.createdAt.toISOString(),
  };
}

/** Allocates the OL ID and a cohort if the account has none (docs/api.md 1.4). Throws ALREADY_MIGRATED. */
export async function migrateProfile(
  { db }: Deps,
  actor: Actor,
  body: MigrationBody,
  requestInfo: RequestInfo,
): Promise<{ user: User; migrationCompleted: true }> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .select({ migratedAt: users.migratedToV2At, olid: users.olid, cohortId: users.currentCohortId })
      .from(users)
      .where(eq(users.id, actor.id));
    if (!row) throw new ApiError(ERRORS.TOKEN_INVALID);
    if (row.migratedAt !== null) throw new ApiError(MIGRATION_ERRORS.ALREADY_MIGRATED);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    await tx
      .update(users)
      .set({
        ...given,
        olid: row.olid ?? (await allocateOlid(tx)),
        currentCohortId: row.cohortId ?? (await findDefaultCohort(tx))?.id ?? null,
        migratedToV2At: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, actor.id));
    await recordOwnAudit(tx, actor.id, 'USER_MIGRATED_TO_V2', requestInfo);
    return { user: requireUser(await findUser(tx, actor.id)), migrationCompleted: true as const };
  });
}

function requireUser(user: User | null): User {
  if (!user) throw new ApiError(ERRORS.TOKEN_INVALID);
  return user;
}
