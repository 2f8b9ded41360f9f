import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import * as calls from '#contract/mentoring.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { mentorSessions, mentorSlots } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import type { Mailing } from '../../platform/mail/outbox.ts';
import { listNamed, nameMentor, removeMentor } from './naming.ts';
import {
  isChangeable,
  isMentoring,
  isOffered,
  isTaken,
  presentBooked,
  presentSlot,
  requireMentor,
  selectSlots,
} from './offers.ts';
import { book, cancel, move, saveNote } from './sessions.ts';
import { offerTimes, takeBack, takeDaysBack } from './slots.ts';

const isComing = sql<boolean>`${mentorSlots.endsAt} > now()`;
const COMING_FIRST = [
  desc(isComing),
  asc(sql`case when ${isComing} then ${mentorSlots.startsAt} end`),
  desc(mentorSlots.startsAt),
];

export function mentoringRoutes(router: ApiRouter): void {
  const { deps } = router;
  const { db } = deps;
  const write = <Result>(work: (mailing: Mailing) => Promise<Result>) =>
    inTransaction(db, (tx) => work({ ...deps, db: tx }));

  router.serve(calls.getMentoring, async ({ actor }) => {
    const read = (where: SQL | undefined) =>
      selectSlots(db, actor.id)
        .where(where)
        .orderBy(...COMING_FIRST);
    const sessions = await read(eq(mentorSessions.learnerId, actor.id));
    const isKept = or(isComing, isNotNull(mentorSessions.id));
    const slots = await read(and(eq(mentorSlots.mentorId, actor.id), isKept));
    return {
      mentors: await listMentors(db, actor.id),
      sessions: sessions.filter(isTaken).map((row) => presentBooked(row, actor.id)),
      slots: slots.map((row) => (isTaken(row) ? presentBooked(row, actor.id) : presentSlot(row))),
      isMentor: await isMentoring(db, actor),
      timeZone: deps.config.TIME_ZONE,
    };
  });

  router.serve(calls.bookSession, ({ actor, body }) =>
    write(async (mailing) => ({ id: await book(mailing, actor, body) })),
  );

  router.serve(calls.moveSession, ({ actor, params, body }) =>
    write((mailing) => move(mailing, actor, params.id, body.slotId)),
  );

  router.serve(calls.cancelSession, ({ actor, params }) =>
    write((mailing) => cancel(mailing, actor, params.id)),
  );

  router.serve(calls.saveSessionNote, ({ actor, params, body }) =>
    write(({ db: tx }) => saveNote(tx, actor, params.id, body.text)),
  );

  router.serve(
    calls.addSlots,
    ({ actor, body }) => write(({ db: tx }) => offerTimes(tx, actor, body)),
    ({ actor }) => requireMentor(db, actor),
  );

  router.serve(calls.removeSlot, async ({ actor, params }) => {
    const isOwn = and(eq(mentorSlots.id, params.id), eq(mentorSlots.mentorId, actor.id));
    const removed = await write((mailing) => takeBack(mailing, isOwn, actor.id));
    if (removed === 0) throw new ApiError(calls.MENTORING_ERRORS.SLOT_NOT_FOUND);
  });

  router.serve(calls.reportAbsence, ({ actor, body }) =>
    write((mailing) => takeDaysBack(mailing, actor, body)),
  );

  router.serve(calls.listMentors, async () => ({ mentors: await listNamed(db) }));

  router.serve(calls.nameMentor, ({ params, ...by }) =>
    inTransaction(db, (tx) => nameMentor(tx, by, params.userId), { accounts: [by.actor.id, params.userId] }),
  );

  router.serve(calls.removeMentor, ({ params, ...by }) =>
    write((mailing) => removeMentor(mailing, by, params.userId)),
  );
}

async function listMentors(db: Database, readerId: string): Promise<calls.Mentor[]> {
  const now = new Date();
  const isFree = and(gt(mentorSlots.startsAt, now), isNull(mentorSessions.id));
  const isSoon = lt(mentorSlots.startsAt, sql`now() + ${calls.BOOKABLE_DAYS} * interval '1 day'`);
  const rows = await selectSlots(db)
    .where(and(isFree, isSoon, ne(mentorSlots.mentorId, readerId)))
    .orderBy(mentorSlots.startsAt);
  const open = rows.filter((row) => isOffered(row) && isChangeable(row.slot, now));
  return [...Map.groupBy(open, ({ mentor }) => mentor?.id ?? '')].map(([id, own]) => ({
    ...{ id, name: own[0]?.mentor?.name ?? '' },
    slots: own.map((row) => ({ ...presentSlot(row), place: null })),
  }));
}
