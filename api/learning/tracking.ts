import { sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { type Database, queryRows } from '../db/client.ts';
import { ApiError } from '../errors/api-error.ts';

/** Where a learner's progress is kept: a resource, or a section as a whole. */
export type Tracked = { resourceId: string } | { sectionId: string };

export interface Place {
  sectionId: string;
  leagueId: string;
}

/** How an account stands to a league. */
interface Standing {
  isEnrolled: boolean;
  hasScope: boolean;
}

const standing = (userId: string, leagueId: ReturnType<typeof sql>) => sql`
  exists (select 1 from enrollments e where e.user_id = ${userId} and e.league_id = ${leagueId}) as "isEnrolled",
  exists (select 1 from pathfinder_scopes p where p.pathfinder_id = ${userId} and p.league_id = ${leagueId})
    as "hasScope"`;

/**
 * Refuses who may not keep progress there: learners need enrollment in the league, staff a scope for it, GRAND
 * neither (docs/api.md 1.7). For a call's guard; the write itself asks again with `lockPlace`.
 * Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function requireTracking(db: Database, actor: Actor, tracked: Tracked): Promise<void> {
  const [found] = await queryRows<Standing>(
    db,
    sql`select ${standing(actor.id, sql`w.league_id`)} from ${placeTables(tracked)}`,
  );
  if (!found) throw notFound(tracked);
  refuseStranger(actor.role, found);
}

/**
 * Locks the league of a resource or section FOR SHARE, so that no curriculum write passes in between, and asks there
 * what `requireTracking` asked. The actor is as `lockActor` found them in this transaction.
 * Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function lockPlace(tx: Database, actor: Actor, tracked: Tracked): Promise<Place> {
  for (;;) {
    const [locked] = await queryRows<{ id: string }>(
      tx,
      sql`select id from leagues where id = (select w.league_id from ${placeTables(tracked)}) for share`,
    );
    const [found] = await queryRows<Place & Standing>(
      tx,
      sql`select s.id as "sectionId", w.league_id as "leagueId", ${standing(actor.id, sql`w.league_id`)}
        from ${placeTables(tracked)}`,
    );
    if (!found) throw notFound(tracked);
    const { sectionId, leagueId } = found;
    // Moved to another league while this one was waited for: follow it.
    if (leagueId !== locked?.id) continue;
    refuseStranger(actor.role, found);
    return { sectionId, leagueId };
  }
}

function placeTables(tracked: Tracked) {
  return 'resourceId' in tracked
    ? sql`resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
          where r.id = ${tracked.resourceId}`
    : sql`sections s join weeks w on w.id = s.week_id where s.id = ${tracked.sectionId}`;
}

function refuseStranger(role: Role, { isEnrolled, hasScope }: Standing): void {
  if (isEnrolled || role === 'GRAND_PATHFINDER' || (isAdmin(role) && hasScope)) return;
  throw new ApiError(ERRORS.ENROLLMENT_REQUIRED);
}

function notFound(tracked: Tracked): ApiError {
  return new ApiError(
    'resourceId' in tracked ? LEARNING_ERRORS.RESOURCE_NOT_FOUND : LEARNING_ERRORS.SECTION_NOT_FOUND,
  );
}
