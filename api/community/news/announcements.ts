import { and, count, desc, eq, sql } from 'drizzle-orm';
import * as calls from '#contract/announcements.ts';
import { parseMoment } from '#contract/assignments.ts';
import { dismissAnnouncement, NEWS_DAYS } from '#contract/news.ts';
import { isId } from '#contract/text.ts';
import { type Actor, requireScopeOrGrand } from '../../platform/access/actor.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { findLeague, toScopeFilter } from '../../platform/access/league-scope.ts';
import { listChanges } from '../../platform/audit/record.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcementDismissals, announcements } from '../../platform/db/schema/community.ts';
import { cohorts, leagues } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { createId } from '../../platform/process/secrets.ts';
import { countMailsLeft, dropMails } from './announcement-mail.ts';
import { authorName, getsMail, isAudienceOf, isReadable } from './audience.ts';

const { ANNOUNCEMENT_ERRORS } = calls;

export function announcementRoutes(router: ApiRouter): void {
  const { deps } = router;
  const { db } = deps;
  // Without a league only Grand Pathfinders pass.
  const guardAudience: Guard = async ({ actor, readRaw }) => {
    const { leagueId } = await readRaw();
    await requireWriter(db, actor, isId(leagueId) ? leagueId : null);
  };
  const guardPath: Guard<{ id: string }> = async ({ actor, params }) => {
    const { league } = await findAnnouncement(db, params.id);
    await requireWriter(db, actor, league?.id ?? null);
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
    return { ...row, mailsLeft: await countMailsLeft(deps) };
  });

  router.serve(
    calls.createAnnouncement,
    ({ body, ...by }) =>
      runIdempotent(db, by.actor.id, by.requestInfo, (tx) => createAnnouncement(tx, by, body)),
    guardAudience,
  );

  router.serve(
    calls.updateAnnouncement,
    ({ body, params, ...by }) =>
      inTransaction(db, async (tx) => {
        const before = await lockAnnouncement(tx, by.actor, params.id);
        const { title, body: text, publishAt, pinnedUntil } = before;
        const patch = {
          title: body.title ?? title,
          body: body.body ?? text,
          publishAt: body.publishAt === undefined ? publishAt : toPublishAt(body.publishAt),
          pinnedUntil: body.pinnedUntil === undefined ? pinnedUntil : toMoment(body.pinnedUntil),
        };
        if (stateOf(before) === 'PUBLISHED') {
          const asked = toMoment(body.publishAt);
          if (asked && asked.getTime() !== publishAt.getTime()) {
            throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_PUBLISHED);
          }
          patch.publishAt = publishAt;
        }
        requireLongPin(patch);
        const changes = listChanges(before, patch);
        if (Object.keys(changes).length > 0) {
          await tx
            .update(announcements)
            .set({ ...patch, updatedAt: sql`now()` })
            .where(eq(announcements.id, params.id));
          await recordChange(tx, by, 'ANNOUNCEMENT_UPDATED', { ...toFacts(before), changes });
        }
        return present({ ...before, ...patch });
      }),
    guardPath,
  );

  router.serve(
    calls.takeBackAnnouncement,
    ({ params, ...by }) =>
      inTransaction(db, async (tx) => {
        const before = await lockAnnouncement(tx, by.actor, params.id);
        const takenBackAt = new Date();
        await tx.update(announcements).set({ takenBackAt }).where(eq(announcements.id, params.id));
        await dropMails(tx, params.id);
        await recordChange(tx, by, 'ANNOUNCEMENT_TAKEN_BACK', toFacts(before));
        return present({ ...before, takenBackAt });
      }),
    guardPath,
  );

  router.serve(dismissAnnouncement, ({ actor, params }) =>
    inTransaction(db, async (tx) => {
      const [row] = await tx
        .select({ announcementId: announcements.id, userId: users.id })
        .from(announcements)
        .innerJoin(users, eq(users.id, actor.id))
        .where(and(eq(announcements.id, params.id), isReadable));
      if (!row) throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_NOT_FOUND);
      await tx.insert(announcementDismissals).values(row).onConflictDoNothing();
    }),
  );
}

/** Throws PINNED_TOO_SHORT and the errors of `requireTarget`. */
export async function createAnnouncement(
  tx: Database,
  by: ActorAndRequest,
  body: calls.CreateAnnouncementBody,
): Promise<calls.AnnouncementRow> {
  const { title, body: text, isMailed = false } = body;
  const row = {
    title,
    ...(await requireTarget(tx, by.actor, body)),
    publishAt: toPublishAt(body.publishAt),
    pinnedUntil: toMoment(body.pinnedUntil),
    isMailed,
  };
  requireLongPin(row);
  const id = createId();
  await tx.insert(announcements).values({ id, authorId: by.actor.id, body: text, ...row });
  await recordChange(tx, by, 'ANNOUNCEMENT_CREATED', { announcementId: id, ...row });
  return present(await findAnnouncement(tx, id));
}

/** Keeps what is still pinned. */
export async function sweepAnnouncements(db: Database): Promise<void> {
  await db.delete(announcements).where(
    sql`greatest(${announcements.publishAt}, ${announcements.pinnedUntil})
      < now() - ${NEWS_DAYS} * interval '1 day'`,
  );
}

const FIELDS = {
  id: announcements.id,
  title: announcements.title,
  body: announcements.body,
  cohort: { id: cohorts.id, name: cohorts.name },
  league: { id: leagues.id, name: leagues.name },
  author: authorName,
  publishAt: announcements.publishAt,
  pinnedUntil: announcements.pinnedUntil,
  isMailed: announcements.isMailed,
  mailedAt: announcements.mailedAt,
  takenBackAt: announcements.takenBackAt,
};

const selectAnnouncements = (db: Database) =>
  db
    .select(FIELDS)
    .from(announcements)
    .leftJoin(cohorts, eq(cohorts.id, announcements.cohortId))
    .leftJoin(leagues, eq(leagues.id, announcements.leagueId));
type Found = Awaited<ReturnType<typeof selectAnnouncements>>[number];

/** Throws ANNOUNCEMENT_NOT_FOUND. */
async function findAnnouncement(db: Database, id: string): Promise<Found> {
  const [row] = await selectAnnouncements(db).where(eq(announcements.id, id));
  if (!row) throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_NOT_FOUND);
  return row;
}

/** Throws ANNOUNCEMENT_NOT_FOUND, ANNOUNCEMENT_TAKEN_BACK and the errors of `requireWriter`. */
async function lockAnnouncement(tx: Database, actor: Actor, id: string): Promise<Found> {
  await tx.select({ id: announcements.id }).from(announcements).where(eq(announcements.id, id)).for('update');
  const found = await findAnnouncement(tx, id);
  await requireWriter(tx, actor, found.league?.id ?? null);
  if (found.takenBackAt) throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_TAKEN_BACK);
  return found;
}

/** Throws GRAND_REQUIRED, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING. */
const requireWriter = (db: Database, actor: Actor, leagueId: string | null) =>
  requireScopeOrGrand(db, actor, leagueId, 'canCreateContent');

type Asked = { cohortId?: string | null | undefined; leagueId?: string | null | undefined };

/** Throws the errors of `requireWriter`, ANNOUNCEMENT_AUDIENCE, ANNOUNCEMENT_(COHORT|LEAGUE)_NOT_FOUND. */
async function requireTarget(db: Database, actor: Actor, asked: Asked) {
  const cohortId = asked.cohortId || null;
  const leagueId = asked.leagueId || null;
  await requireWriter(db, actor, leagueId);
  if (cohortId && leagueId) throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_AUDIENCE);
  if (leagueId && !(await findLeague(db, leagueId))) {
    throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_LEAGUE_NOT_FOUND);
  }
  if (cohortId && (await db.$count(cohorts, eq(cohorts.id, cohortId))) === 0) {
    throw new ApiError(ANNOUNCEMENT_ERRORS.ANNOUNCEMENT_COHORT_NOT_FOUND);
  }
  return { cohortId, leagueId };
}

const toMoment = (value: string | null | undefined) => (value ? parseMoment(value) : null);

/** Without a moment, or with one that has passed: now. */
function toPublishAt(value: string | null | undefined): Date {
  const now = new Date();
  const moment = toMoment(value) ?? now;
  return moment > now ? moment : now;
}

function requireLongPin({ publishAt, pinnedUntil }: Pick<Found, 'publishAt' | 'pinnedUntil'>): void {
  if (pinnedUntil && pinnedUntil <= publishAt) throw new ApiError(ANNOUNCEMENT_ERRORS.PINNED_TOO_SHORT);
}

const toFacts = ({ id, title, cohort, league }: Found) => ({
  announcementId: id,
  title,
  cohortId: cohort?.id ?? null,
  leagueId: league?.id ?? null,
});

function stateOf({ takenBackAt, publishAt }: Pick<Found, 'takenBackAt' | 'publishAt'>) {
  if (takenBackAt) return 'TAKEN_BACK';
  return publishAt > new Date() ? 'SCHEDULED' : 'PUBLISHED';
}

function present({ takenBackAt, ...row }: Found): calls.AnnouncementRow {
  return {
    ...row,
    state: stateOf({ takenBackAt, publishAt: row.publishAt }),
    publishAt: toIso(row.publishAt),
    pinnedUntil: toIso(row.pinnedUntil),
    mailedAt: toIso(row.mailedAt),
  };
}
