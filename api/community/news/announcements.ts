import { and, count, desc, eq, sql } from 'drizzle-orm';
import * as calls from '#contract/announcements.ts';
import { parseMoment } from '#contract/assignments.ts';
import { COHORT_ERRORS } from '#contract/cohorts.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { dismissAnnouncement, NEWS_ERRORS } from '#contract/news.ts';
import { isId } from '#contract/text.ts';
import { type Actor, requireScopeOrGrand } from '../../platform/access/actor.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { findLeague, toScopeFilter } from '../../platform/access/league-scope.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcementDismissals, announcements } from '../../platform/db/schema/community.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { createId } from '../../platform/process/secrets.ts';
import { dropMails } from './announcement-mail.ts';
import { getsMail, isAudienceOf, isReadable, selectAnnouncements } from './audience.ts';

const { ANNOUNCEMENT_ERRORS } = calls;

export function announcementRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  // Without a league only Grand Pathfinders pass.
  const guardAudience: Guard = async ({ actor, readRaw }) => {
    const { leagueId } = await readRaw();
    await requireWriter(db, actor, isId(leagueId) ? leagueId : null);
  };
  router.serve(calls.listAnnouncements, async ({ actor }) => {
    const isInScope = await toScopeFilter(db, actor, announcements.leagueId, ['canCreateContent']);
    const rows = await selectAnnouncements(db)
      .where(isInScope)
      .orderBy(desc(announcements.publishAt), announcements.id);
    return { announcements: rows.map(present) };
  });

  router.serve(calls.countAudience, async ({ actor, query }) => {
    const target = await requireTarget(db, actor, query);
    const [row] = await db
      .select({ people: count(), byMail: sql`count(*) filter (where ${getsMail})`.mapWith(Number) })
      .from(users)
      .where(isAudienceOf({ ...target, authorId: actor.id }));
    return row;
  });

  router.serve(
    calls.createAnnouncement,
    ({ body, ...by }) =>
      runIdempotent(db, by.actor.id, by.requestInfo, (tx) => createAnnouncement(tx, by, body)),
    guardAudience,
  );

  router.serve(calls.takeBackAnnouncement, ({ params, ...by }) =>
    inTransaction(db, async (tx) => {
      const [row] = await tx.delete(announcements).where(eq(announcements.id, params.id)).returning();
      if (!row) throw new ApiError(NEWS_ERRORS.ANNOUNCEMENT_NOT_FOUND);
      const { id: announcementId, title, cohortId, leagueId } = row;
      await requireWriter(tx, by.actor, leagueId);
      await dropMails(tx, announcementId);
      await recordChange(tx, by, 'ANNOUNCEMENT_TAKEN_BACK', { announcementId, title, cohortId, leagueId });
    }),
  );

  router.serve(dismissAnnouncement, ({ actor, params }) =>
    inTransaction(db, async (tx) => {
      const [row] = await tx
        .select({ announcementId: announcements.id, userId: users.id })
        .from(announcements)
        .innerJoin(users, eq(users.id, actor.id))
        .where(and(eq(announcements.id, params.id), isReadable));
      if (!row) throw new ApiError(NEWS_ERRORS.ANNOUNCEMENT_NOT_FOUND);
      await tx.insert(announcementDismissals).values(row).onConflictDoNothing();
    }),
  );
}

/** Throws PINNED_TOO_SHORT and the errors of `requireTarget`. */
export async function createAnnouncement(
  tx: Database,
  by: ActorAndRequest,
  { title, body, isMailed = false, ...asked }: calls.CreateAnnouncementBody,
): Promise<calls.AnnouncementRow> {
  const now = new Date();
  const moment = toMoment(asked.publishAt);
  const facts = {
    title,
    ...(await requireTarget(tx, by.actor, asked)),
    publishAt: moment && moment > now ? moment : now,
    pinnedUntil: toMoment(asked.pinnedUntil),
    isMailed,
  };
  if (facts.pinnedUntil && facts.pinnedUntil <= facts.publishAt) {
    throw new ApiError(ANNOUNCEMENT_ERRORS.PINNED_TOO_SHORT);
  }
  const id = createId();
  await tx.insert(announcements).values({ id, authorId: by.actor.id, body, ...facts });
  await recordChange(tx, by, 'ANNOUNCEMENT_CREATED', { announcementId: id, ...facts });
  const [row] = await selectAnnouncements(tx).where(eq(announcements.id, id));
  return present(row as Found);
}

/** Throws GRAND_REQUIRED, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING. */
const requireWriter = (db: Database, actor: Actor, leagueId: string | null) =>
  requireScopeOrGrand(db, actor, leagueId, 'canCreateContent');

type Asked = Pick<calls.CreateAnnouncementBody, 'cohortId' | 'leagueId'>;

/** Throws the errors of `requireWriter`, ANNOUNCEMENT_AUDIENCE, (COHORT|LEAGUE)_NOT_FOUND. */
async function requireTarget(db: Database, actor: Actor, asked: Asked) {
  const cohortId = asked.cohortId || null;
  const leagueId = asked.leagueId || null;
  await requireWriter(db, actor, leagueId);
  if (cohortId && leagueId) throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_AUDIENCE);
  if (leagueId && !(await findLeague(db, leagueId))) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  if (cohortId && (await db.$count(cohorts, eq(cohorts.id, cohortId))) === 0) {
    throw new ApiError(COHORT_ERRORS.COHORT_NOT_FOUND);
  }
  return { cohortId, leagueId };
}

const toMoment = (value: string | null | undefined) => (value ? parseMoment(value) : null);

type Found = Awaited<ReturnType<typeof selectAnnouncements>>[number];

const present = (row: Found): calls.AnnouncementRow => ({
  ...row,
  publishAt: toIso(row.publishAt),
  pinnedUntil: toIso(row.pinnedUntil),
  mailedAt: toIso(row.mailedAt),
});
