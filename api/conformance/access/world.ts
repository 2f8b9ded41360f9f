import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { passkeys } from '../../platform/db/schema/accounts.ts';
import { badges, certificates, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import {
  announcements,
  eventRegistrations,
  events,
  mentorNotes,
  mentorSessions,
  mentorSlots,
  mentors,
} from '../../platform/db/schema/community.ts';
import { assignments, specializationLeagues, specializations } from '../../platform/db/schema/curriculum.ts';
import {
  progressEvents,
  resourceProgress,
  sectionProgress,
  studyBreaks,
  submissionAttempts,
  submissions,
} from '../../platform/db/schema/learning.ts';
import { publicProfiles } from '../../platform/db/schema/people.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addCredentialKey } from '../../test/credentials.ts';
import { addLeague, type TestLeague } from '../../test/leagues.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { markProvenByPasskey } from '../../test/proofs.ts';
import { addPrincipals, type Caller, type Principal } from './principals.ts';

/** Stands in everything private of the other league and its learner; no caller without a right to it may read it. */
export const CANARY = 'canary';

/** Stands in what the resources of the other league lead to; for those who may read contents. */
export const CONTENTS = 'contents-of-the-other';

/** What a request can name: the ids of one league and of those who belong to it. */
export interface Place {
  cohort: string;
  league: string;
  week: string;
  week2: string;
  section: string;
  section2: string;
  resource: string;
  resource2: string;
  assignment: string;
  submission: string;
  badge: string;
  /** Of no league. */
  freeBadge: string;
  certificate: string;
  /** Of no league. */
  studyBreak: string;
  announcement: string;
  /** For everyone. */
  openAnnouncement: string;
  /** For the league, and the learner's place at it. */
  event: string;
  registration: string;
  /** For everyone. */
  openEvent: string;
  /** Free time of the league's 'pathfinderOwn' or 'pathfinderOther', and their sessions with the learner. */
  slot: string;
  comingSession: string;
  pastSession: string;
  /** A LUMINARY named as a mentor. */
  luminary: string;
  specialization: string;
  /** Address of the learner's public page, which shows badges alone. */
  publicPage: string;
  /** The learner's badge, as an award. */
  award: string;
  /** Enrolled in the league: 'enrolled' of the own one, 'otherLearner' of the other one. */
  learner: string;
  /** Holds the league's badge. */
  holder: string;
  /** Waits for approval. */
  candidate: string;
  /** A PATHFINDER with a scope for the league. */
  staff: string;
  /** A second GRAND_PATHFINDER. */
  grand: string;
  session: string;
  /** Of the learner. */
  passkey: string;
  change: string;
}

export interface World {
  callers: Record<Principal, Caller>;
  own: Place;
  other: Place;
  /** Ids that no longer lead anywhere, ids that never did, ids of other kinds, and what is no id at all. */
  deleted: Place;
  random: Place;
  kind: Place;
  malformed: Place;
}

export async function buildWorld(db: Database): Promise<World> {
  const ownLeague = await addLeague(db, { name: 'Own' });
  const otherLeague = await addLeague(db, { name: 'Other' });
  const callers = await addPrincipals(db, ownLeague, otherLeague);
  const learner = (name: Principal) => callers[name].person ?? { id: '', sessionId: '' };
  const { id: mentor } = learner('pathfinderOwn');
  const { id: otherMentor } = learner('pathfinderOther');
  const own = await furnish(db, ownLeague, learner('enrolled'), mentor, 'plain');
  const other = await furnish(db, otherLeague, learner('otherLearner'), otherMentor, CANARY);
  await addCredentialKey(db);
  await db.execute(sql`update users set phone_number = '+10000canary', student_id = 'canary-student'
    where id = ${other.learner}`);
  await db.execute(sql`update resources set url = ${`https://example.org/${CONTENTS}`} where section_id in
    (select s.id from sections s join weeks w on w.id = s.week_id where w.league_id = ${other.league})`);
  return {
    callers,
    own,
    other,
    deleted: mapPlace(own, (id) => `${id.slice(0, -4)}gone`),
    random: mapPlace(own, () => crypto.randomUUID()),
    kind: toOtherKinds(own),
    malformed: mapPlace(own, () => 'no id; at all'),
  };
}

const mapPlace = (place: Place, map: (id: string) => string) =>
  Object.fromEntries(Object.entries(place).map(([key, id]) => [key, map(id)])) as unknown as Place;

/** Each field holds the id of a neighbour of another kind. */
function toOtherKinds(place: Place): Place {
  const { league, week, section, resource, learner, badge } = place;
  return {
    ...mapPlace(place, () => league),
    cohort: league,
    league: week,
    week: section,
    week2: section,
    section: resource,
    section2: resource,
    resource: badge,
    resource2: badge,
    learner: league,
    award: badge,
    submission: learner,
  };
}

/** Gives a league everything that a call can be about. `words` stand in what its learner wrote. */
async function furnish(
  db: Database,
  league: TestLeague,
  learner: { id: string; sessionId: string },
  mentorId: string,
  words: string,
): Promise<Place> {
  const [week, week2] = league.weeks;
  const [section, section2] = week?.sections ?? [];
  const [resource, resource2] = section?.resources ?? [];
  const holder = await addPerson(db, {
    name: `Holder of ${league.name}`,
    email: `${words}-holder@example.test`,
  });
  const candidate = await addPerson(db, {
    name: `Candidate of ${league.name}`,
    email: `${words}-candidate@example.test`,
    status: 'PENDING',
  });
  const staff = await addPerson(db, {
    name: `Staff of ${league.name}`,
    email: `${words}-staff@example.test`,
    role: 'PATHFINDER',
  });
  await addScope(db, staff.id, league.id);
  const grand = await addPerson(db, { name: `Grand of ${league.name}`, role: 'GRAND_PATHFINDER' });
  const ids = {
    assignment: createId(),
    submission: createId(),
    badge: createId(),
    freeBadge: createId(),
    certificate: createId(),
    studyBreak: createId(),
    announcement: createId(),
    openAnnouncement: createId(),
    event: createId(),
    registration: createId(),
    openEvent: createId(),
    slot: createId(),
    comingSession: createId(),
    publicPage: createId(),
    award: createId(),
    pastSession: createId(),
    specialization: createId(),
    passkey: createId(),
  };
  await db.insert(assignments).values({
    id: ids.assignment,
    leagueId: league.id,
    title: `Task of ${league.name}`,
    description: 'Do it',
  });
  // Two, so that the last one is never what a call removes.
  for (const id of [ids.passkey, createId()]) {
    const key = { credentialId: createId(), publicKey: 'x', counter: 0, isSynced: false };
    await db.insert(passkeys).values({ id, userId: learner.id, name: `Passkey of ${words}`, ...key });
  }
  // A password is no proof for somebody who has a passkey.
  await markProvenByPasskey(db, learner.id);
  const answer = { content: `Written by ${words}`, feedback: `Feedback for ${words}` };
  await db.insert(submissions).values({
    id: ids.submission,
    assignmentId: ids.assignment,
    userId: learner.id,
    status: 'NEEDS_REVISION',
    ...answer,
  });
  await db
    .insert(submissionAttempts)
    .values({ id: createId(), submissionId: ids.submission, number: 1, status: 'NEEDS_REVISION', ...answer });
  await db.insert(badges).values({ id: ids.badge, leagueId: league.id, name: `Badge of ${league.name}` });
  await db.insert(badges).values({ id: ids.freeBadge, name: `Free badge beside ${league.name}` });
  await db
    .insert(studyBreaks)
    .values({ id: ids.studyBreak, name: 'Exams', startsOn: '2020-01-01', endsOn: '2020-01-02' });
  // Not the default: it may be rounded up, past where the clock of the sandbox stands still.
  const publishAt = new Date(Date.now() - 3_600_000);
  const said = { title: `To ${league.name}`, body: 'News', publishAt };
  await db.insert(announcements).values([
    { ...said, id: ids.announcement, leagueId: league.id, body: `News of ${words}` },
    { ...said, id: ids.openAnnouncement },
  ]);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const times = { opensAt: at(-1), closesAt: at(1), startsAt: at(2), endsAt: at(3) };
  const gathering = { title: `Night of ${league.name}`, place: 'Hall', places: 5, ...times };
  await db.insert(events).values([
    { ...gathering, id: ids.event, audience: 'LEAGUE', leagueId: league.id },
    { ...gathering, id: ids.openEvent, audience: 'EVERYONE' },
  ]);
  const place = { id: ids.registration, eventId: ids.event, userId: learner.id };
  await db
    .insert(eventRegistrations)
    .values({ ...place, state: 'CONFIRMED', arrival: 1, doorCode: 'K7W2QX' });
  const offer = { mentorId, topics: 'Code review', noticeHours: 1 };
  for (const [id, hours] of [
    [ids.slot, 48],
    [ids.comingSession, 72],
    [ids.pastSession, -72],
  ] as const) {
    // Whoever books the free one reads its place.
    const place = id === ids.slot ? 'Library' : `Room of ${words}`;
    await db.insert(mentorSlots).values({ id, startsAt: at(hours), endsAt: at(hours + 1), place, ...offer });
    if (id === ids.slot) continue;
    const question = `Question of ${words}`;
    await db.insert(mentorSessions).values({ id, slotId: id, learnerId: learner.id, question });
  }
  const text = `Mentor note of ${words}`;
  await db.insert(mentorNotes).values({ sessionId: ids.pastSession, authorId: learner.id, text });
  const luminary = await addPerson(db, { name: `Luminary of ${league.name}`, role: 'LUMINARY' });
  await db.insert(mentors).values({ userId: luminary.id });
  await db.insert(userBadges).values({ id: createId(), userId: holder.id, badgeId: ids.badge });
  await db
    .insert(userBadges)
    .values({ id: ids.award, userId: learner.id, badgeId: ids.badge, reason: `Because of ${words}` });
  await db.insert(certificates).values({
    id: ids.certificate,
    kind: 'LEAGUE',
    userId: learner.id,
    leagueId: league.id,
    holderName: `Holder of ${league.name}`,
    title: league.name,
    issuer: 'The league',
    completedAt: new Date(),
  });
  await db
    .insert(specializations)
    .values({ id: ids.specialization, cohortId: league.cohortId, name: `Path of ${league.name}` });
  await db
    .insert(userSpecializations)
    .values({ id: createId(), userId: learner.id, specializationId: ids.specialization });
  await db
    .insert(specializationLeagues)
    .values({ id: createId(), specializationId: ids.specialization, leagueId: league.id, order: 1 });
  await db
    .insert(publicProfiles)
    .values({ userId: learner.id, address: ids.publicPage, isPublic: true, showsBadges: true });
  const record = { userId: learner.id, resourceId: resource?.id ?? '', personalNote: `Note of ${words}` };
  await db
    .insert(sectionProgress)
    .values({ userId: learner.id, sectionId: section?.id ?? '', personalNote: `Section note of ${words}` });
  await db.insert(resourceProgress).values({ id: createId(), ...record });
  const [event] = await db
    .insert(progressEvents)
    .values({ ...record, sectionId: section?.id ?? '', leagueId: league.id, kind: 'NOTED' })
    .returning({ id: progressEvents.id });
  return {
    cohort: league.cohortId,
    league: league.id,
    week: week?.id ?? '',
    week2: week2?.id ?? '',
    section: section?.id ?? '',
    section2: section2?.id ?? '',
    resource: resource?.id ?? '',
    resource2: resource2?.id ?? '',
    ...ids,
    luminary: luminary.id,
    learner: learner.id,
    holder: holder.id,
    candidate: candidate.id,
    staff: staff.id,
    grand: grand.id,
    session: learner.sessionId,
    change: String(event?.id ?? ''),
  };
}
