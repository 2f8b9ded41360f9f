import { sql } from 'drizzle-orm';
import { toEvidence } from '../audit/evidence.ts';
import { findNames, idsIn } from '../audit/names.ts';
import { toMetadata } from '../audit/record.ts';
import { type Database, queryRows } from '../db/client.ts';
import { auditLog } from '../db/schema/operations.ts';
import { createId } from '../process/secrets.ts';
import type { DemoAward, DemoDecision } from './awards.ts';
import type { DemoCurriculum } from './curriculum.ts';
import type { DemoEvent } from './history.ts';
import { insertRows } from './insert-rows.ts';
import { DAY_MS, type DemoPerson, findPerson, HOUR_MS } from './people.ts';
import { createRandom } from './random.ts';
import type { DemoSubmission } from './submissions.ts';

interface Entry {
  at: Date;
  actorId: string | null;
  targetUserId?: string | null;
  action: string;
  description?: string;
  metadata?: Record<string, unknown>;
  /** What the details named when they were written and nobody can look up any more. */
  gone?: Record<string, string>;
  ipAddress?: string;
}

/** All that the log tells of. */
export interface DemoStory {
  people: readonly DemoPerson[];
  curriculum: DemoCurriculum;
  events: readonly DemoEvent[];
  submissions: readonly DemoSubmission[];
  awards: readonly DemoAward[];
  decisions: readonly DemoDecision[];
  now: number;
}

const MINUTE_MS = 60_000;
/** From a range that is kept for examples: it is nobody's. */
const addressOf = (index: number) => `198.51.100.${10 + (index % 200)}`;

/**
 * The audit log of all this, the oldest entry first. What a sealed log is past (docs/decisions/0034) is left out: an
 * entry that old would look as if it had been put in by hand.
 */
export async function insertAuditLog(tx: Database, story: DemoStory): Promise<void> {
  const [seal] = await queryRows<{ openFrom: string | Date | null }>(
    tx,
    sql`select max(open_from) as "openFrom" from audit_seals`,
  );
  const openFrom = seal?.openFrom ? new Date(seal.openFrom).getTime() : Number.NEGATIVE_INFINITY;
  const entries = [
    ...tellPeople(story),
    ...tellVisits(story),
    ...tellLearning(story, await listCompletedTopics(tx)),
    ...tellSubmissions(story),
    ...story.awards.map(({ kind, id, name, userId, leagueId, at }) => ({
      at,
      actorId: userId,
      targetUserId: userId,
      action: kind,
      description: name,
      metadata: { id, leagueId },
    })),
    ...story.decisions,
    ...tellTrialLeague(story),
    ...tellStaff(story),
  ]
    .filter(({ at }) => at.getTime() >= openFrom && at.getTime() <= story.now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  await insertEntries(tx, entries);
}

async function insertEntries(tx: Database, entries: readonly Entry[]): Promise<void> {
  const known = await findNames(
    tx,
    entries.flatMap(({ metadata }) => namedIds(metadata)),
  );
  const toJson = (details: Record<string, unknown> | null | undefined, gone: Entry['gone']) => {
    if (!details) return null;
    const names = Object.fromEntries(
      namedIds(details).flatMap((id) => {
        const name = gone?.[id] ?? known.get(id);
        return name === undefined ? [] : [[id, name]];
      }),
    );
    return toMetadata(Object.keys(names).length > 0 ? { ...details, names } : details);
  };
  await insertRows(
    tx,
    auditLog,
    entries.map(({ at, actorId, targetUserId, action, description, metadata, gone, ipAddress }) => ({
      actorId,
      targetUserId: targetUserId ?? null,
      action,
      description: description ?? null,
      metadata: toJson(metadata, gone),
      evidence: toJson(toEvidence(action, metadata), gone),
      ipAddress: ipAddress ?? null,
      createdAt: at,
    })),
  );
}

/** The ids that an entry is kept with the names of; `id` alone is told by its description. */
function namedIds(details: Record<string, unknown> | undefined): string[] {
  if (!details) return [];
  const { id: _, ...rest } = details;
  return idsIn(rest);
}

function tellPeople({ people, curriculum, now }: DemoStory): Entry[] {
  const grand = findPerson(people, 'grand');
  return people.flatMap((person) => {
    const { id, index, account, joinedAt, approvedAt, enrollments } = person;
    const own = { actorId: id, targetUserId: id, ipAddress: addressOf(index) };
    const after = (minutes: number) => new Date(joinedAt.getTime() + minutes * MINUTE_MS);
    const change = (from: string, to: string) => ({ from, to });
    const entries: Entry[] =
      person === grand
        ? [
            {
              at: joinedAt,
              actorId: null,
              targetUserId: id,
              action: 'USER_CREATED',
              description: 'Administrator created on the command line',
            },
          ]
        : [{ ...own, at: joinedAt, action: 'USER_CREATED' }];
    if (account.isMigrated) entries.push({ ...own, at: after(4), action: 'USER_MIGRATED_TO_V2' });
    if (account.isVerified) entries.push({ ...own, at: after(6), action: 'USER_EMAIL_VERIFIED' });
    if (person === grand) return entries;
    const byGrand = { actorId: grand.id, targetUserId: id };
    if (approvedAt) {
      entries.push({
        ...byGrand,
        at: approvedAt,
        action: 'USER_APPROVED',
        description: `${account.name} was approved`,
        metadata: { status: change('PENDING', 'ACTIVE'), role: change('PIONEER', 'PIONEER') },
      });
    }
    if (account.role !== 'PIONEER') {
      const learned = account.role === 'LUMINARY' ? 7 * DAY_MS : HOUR_MS;
      entries.push({
        ...byGrand,
        at: new Date((approvedAt ?? joinedAt).getTime() + learned),
        action: 'USER_ROLE_CHANGED',
        description: `${account.name} became ${account.role}`,
        metadata: { role: change('PIONEER', account.role) },
      });
    }
    if (account.scopes.length > 0) {
      entries.push({
        ...byGrand,
        at: new Date((approvedAt ?? joinedAt).getTime() + 2 * HOUR_MS),
        action: 'PATHFINDER_SCOPE_ASSIGNED',
        description: `${account.name} got ${account.scopes.length} league(s)`,
        metadata: {
          from: [],
          to: account.scopes.flatMap((name) => curriculum.get(name)?.id ?? []),
          permissions: { canManageUsers: true, canViewAnalytics: true, canCreateContent: true },
        },
      });
    }
    if (account.status === 'SUSPENDED') {
      entries.push({
        ...byGrand,
        at: new Date(now - 5 * DAY_MS),
        action: 'USER_STATUS_CHANGED',
        description: `${account.name} became SUSPENDED`,
        metadata: { status: change('ACTIVE', 'SUSPENDED') },
      });
    }
    for (const { league, enrolledAt } of enrollments) {
      const found = curriculum.get(league);
      if (!found) continue;
      const metadata = { cohortId: found.cohortId, leagueId: found.id };
      entries.push({ ...own, at: enrolledAt, action: 'USER_ENROLLED', description: league, metadata });
    }
    return entries;
  });
}

/** Signing in on some of the days on which somebody learned, and what goes wrong with it now and then. */
function tellVisits({ people, events, now }: DemoStory): Entry[] {
  const eventsOf = Map.groupBy(events, ({ userId }) => userId);
  return people.flatMap(({ id, index, account, approvedAt }) => {
    const random = createRandom(`visits of ${account.email}`);
    const own = { actorId: id, targetUserId: id, ipAddress: addressOf(index) };
    const isStaff = account.role.includes('PATHFINDER');
    const days = isStaff
      ? [0.3, 1.4, 2.2, 4.6, 7.4, 11.5].map((day) => now - day * DAY_MS)
      : [
          ...Map.groupBy(eventsOf.get(id) ?? [], ({ occurredAt }) =>
            Math.floor((now - occurredAt.getTime()) / DAY_MS),
          ).values(),
        ].map((some) => Math.min(...some.map(({ occurredAt }) => occurredAt.getTime())));
    return days.flatMap((time): Entry[] => {
      const [visited, failed, left] = [random(), random(), random()];
      if (visited > 0.35 || time < (approvedAt?.getTime() ?? now)) return [];
      const at = (minutes: number) => new Date(time + minutes * MINUTE_MS);
      return [
        ...(failed < 0.12 ? [{ ...own, actorId: null, at: at(-4), action: 'LOGIN_FAILED' }] : []),
        { ...own, at: at(-3), action: 'LOGIN_SUCCEEDED' },
        ...(left < 0.3 ? [{ ...own, at: at(95), action: 'LOGGED_OUT' }] : []),
      ];
    });
  });
}

interface CompletedTopic {
  userId: string;
  sectionId: string;
  leagueId: string;
  at: string | Date;
}

function listCompletedTopics(tx: Database): Promise<CompletedTopic[]> {
  return queryRows<CompletedTopic>(
    tx,
    sql`select sp.user_id as "userId", sp.section_id as "sectionId", w.league_id as "leagueId", sp.completed_at as at
      from section_progress sp join sections s on s.id = sp.section_id join weeks w on w.id = s.week_id
      where sp.completed_at is not null`,
  );
}

const LEARNED: Record<string, string> = {
  COMPLETED: 'RESOURCE_COMPLETED',
  MARKED_FOR_REVISION: 'RESOURCE_MARKED_FOR_REVISION',
};

function tellLearning({ events }: DemoStory, topics: readonly CompletedTopic[]): Entry[] {
  return [
    ...events.flatMap(({ userId, kind, resourceId, leagueId, occurredAt }) => {
      const action = LEARNED[kind];
      if (!action) return [];
      const metadata = { resourceId, leagueId };
      return { at: occurredAt, actorId: userId, targetUserId: userId, action, metadata };
    }),
    ...topics.map(({ userId, sectionId, leagueId, at }) => ({
      at: new Date(at),
      actorId: userId,
      targetUserId: userId,
      action: 'SECTION_COMPLETED',
      metadata: { sectionId, leagueId },
    })),
  ];
}

function tellSubmissions({ submissions }: DemoStory): Entry[] {
  return submissions.flatMap(({ id, learner, leagueId, assignment, attempts, claim }) => {
    const told = attempts.flatMap(({ number: attempt, status, submittedAt, reviewedAt, reviewedById }) => {
      const entries: Entry[] = [
        {
          at: submittedAt,
          actorId: learner.id,
          targetUserId: learner.id,
          action: 'ASSIGNMENT_SUBMITTED',
          description: assignment.title,
          metadata: { id, assignmentId: assignment.id, leagueId, attempt },
        },
      ];
      if (reviewedAt && reviewedById) {
        const by = { actorId: reviewedById, targetUserId: learner.id };
        entries.push(
          {
            ...by,
            at: new Date(reviewedAt.getTime() - 9 * MINUTE_MS),
            action: 'SUBMISSION_CLAIMED',
            metadata: { id, leagueId, attempt },
          },
          {
            ...by,
            at: reviewedAt,
            action: 'SUBMISSION_REVIEWED',
            metadata: { id, leagueId, attempt, status: { from: 'SUBMITTED', to: status } },
          },
        );
      }
      return entries;
    });
    if (!claim) return told;
    const claimed = { id, leagueId, attempt: attempts.length };
    return [
      ...told,
      {
        at: claim.at,
        actorId: claim.by.id,
        targetUserId: learner.id,
        action: 'SUBMISSION_CLAIMED',
        metadata: claimed,
      },
    ];
  });
}

/** A league that was tried for a week and deleted again: what staff do with content, and nothing of it is left. */
function tellTrialLeague({ people, curriculum, now }: DemoStory): Entry[] {
  const actorId = findPerson(people, 'grand').id;
  const ipAddress = addressOf(0);
  const cohortId = curriculum.get('ML')?.cohortId;
  const [leagueId, weekId, secondWeekId, sectionId, resourceId, badgeId, taskId, pathId, introId] =
    Array.from({ length: 9 }, createId) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
  const gone = {
    [leagueId]: 'Open Hardware (trial)',
    [weekId]: 'Boards',
    [secondWeekId]: 'Cases',
    [sectionId]: 'Soldering',
    [resourceId]: 'How to solder',
    [pathId]: 'Makers (trial)',
    [introId]: 'Intake of spring (draft)',
  };
  const tell = (
    daysAgo: number,
    action: string,
    metadata: Record<string, unknown>,
    description?: string,
  ): Entry => ({
    at: new Date(now - daysAgo * DAY_MS - 2 * HOUR_MS),
    actorId,
    action,
    ...(description ? { description } : {}),
    metadata,
    gone,
    ipAddress,
  });
  const week = { weekId, leagueId };
  const section = { sectionId, leagueId };
  const resource = { resourceId, leagueId };
  return [
    tell(57, 'COHORT_CREATED', { cohortId: introId, name: gone[introId] }),
    tell(56.9, 'COHORT_UPDATED', { cohortId: introId, changes: { maxEnrollments: { from: null, to: 40 } } }),
    tell(56.8, 'LEAGUE_CREATED', { leagueId, name: gone[leagueId], cohortId }),
    tell(56.7, 'LEAGUE_UPDATED', {
      leagueId,
      changes: { description: { from: 'Boards', to: 'Boards, cases and what goes between' } },
    }),
    tell(56.6, 'WEEK_CREATED', { ...week, name: gone[weekId], order: 1 }),
    tell(56.5, 'WEEK_CREATED', { weekId: secondWeekId, leagueId, name: gone[secondWeekId], order: 2 }),
    tell(56.4, 'WEEK_REORDERED', { leagueId, moved: 2 }),
    tell(56.3, 'WEEK_UPDATED', { ...week, changes: { name: { from: 'Board', to: gone[weekId] } } }),
    tell(56.2, 'SECTION_CREATED', { ...section, weekId, name: gone[sectionId], order: 1 }),
    tell(56.1, 'SECTION_UPDATED', {
      ...section,
      changes: { description: { from: null, to: 'With gloves' } },
    }),
    tell(56, 'RESOURCE_CREATED', {
      ...resource,
      sectionId,
      title: gone[resourceId],
      type: 'VIDEO',
      url: 'https://example.org/soldering',
    }),
    tell(55.9, 'RESOURCE_UPDATED', { ...resource, changes: { type: { from: 'VIDEO', to: 'ARTICLE' } } }),
    tell(55.8, 'RESOURCE_REORDERED', { ...section, moved: 1 }),
    tell(55.7, 'SECTION_REORDERED', { ...week, moved: 1 }),
    tell(55.6, 'BADGE_CREATED', { id: badgeId, leagueId }, 'Warm Iron'),
    tell(55.5, 'BADGE_UPDATED', { id: badgeId, leagueId, changes: {} }, 'Warm Iron'),
    tell(55.4, 'ASSIGNMENT_CREATED', { id: taskId, leagueId, title: 'A lamp' }, 'A lamp'),
    tell(55.3, 'ASSIGNMENT_UPDATED', { id: taskId, leagueId, title: 'A lamp' }, 'A lamp'),
    tell(55.2, 'SPECIALIZATION_CREATED', { specializationId: pathId, name: gone[pathId], cohortId }),
    tell(51.9, 'RESOURCE_DELETED', { ...resource, sectionId, title: gone[resourceId] }),
    tell(51.8, 'SECTION_DELETED', { ...section, weekId, name: gone[sectionId] }),
    tell(51.7, 'WEEK_DELETED', { weekId: secondWeekId, leagueId, name: gone[secondWeekId], order: 2 }),
    tell(51.6, 'ASSIGNMENT_DELETED', { id: taskId, leagueId, title: 'A lamp' }, 'A lamp'),
    tell(51.5, 'BADGE_DELETED', { id: badgeId, leagueId }, 'Warm Iron'),
    tell(51.4, 'SPECIALIZATION_DELETED', { specializationId: pathId, name: gone[pathId], cohortId }),
    tell(51.3, 'LEAGUE_CASCADE_DELETED', { leagueId, name: gone[leagueId] }),
    tell(51.2, 'COHORT_DELETED', { cohortId: introId, name: gone[introId] }),
  ];
}

/** The rest of what people and staff do: exports, refusals, devices, passwords. */
function tellStaff({ people, curriculum, submissions, now }: DemoStory): Entry[] {
  const [grand, chief, pathfinder, luminary] = ['grand', 'chief', 'pathfinder', 'luminary'].map((name) =>
    findPerson(people, name),
  ) as [DemoPerson, DemoPerson, DemoPerson, DemoPerson];
  const tell = (
    daysAgo: number,
    { id: actorId, index }: DemoPerson,
    action: string,
    more: Partial<Entry> = {},
  ): Entry => ({
    at: new Date(now - daysAgo * DAY_MS - HOUR_MS),
    actorId,
    action,
    ipAddress: addressOf(index),
    ...more,
  });
  const about = (name: string) => ({ targetUserId: findPerson(people, name).id });
  const own = (person: DemoPerson) => ({ targetUserId: person.id });
  const leagueId = curriculum.get('Finance')?.id;
  const read = submissions.find(
    ({ league, attempts }) => league === 'ML' && attempts.at(-1)?.status === 'SUBMITTED',
  );
  const learner = (name: string) => findPerson(people, name);
  return [
    tell(34, grand, 'USER_LIST_EXPORTED', { metadata: { rows: 61, sort: 'name' } }),
    tell(33, grand, 'CERTIFICATE_LIST_EXPORTED', { metadata: { rows: 4, state: 'genuine' } }),
    tell(20, grand, 'AUDIT_LOG_EXPORTED', { metadata: {} }),
    tell(7.2, chief, 'SUBMISSION_LIST_EXPORTED', { metadata: { rows: 9, leagueId } }),
    tell(6.6, pathfinder, 'ACCESS_REFUSED', { description: 'GET /api/admin/users' }),
    tell(3.5, learner('learner-02'), 'ACCESS_REFUSED', { description: 'GET /api/admin/audit-logs' }),
    ...(read
      ? [
          tell(2.1, chief, 'SUBMISSION_CLAIMED', {
            targetUserId: read.learner.id,
            metadata: { id: read.id, leagueId: read.leagueId, attempt: read.attempts.length },
          }),
          tell(2.09, chief, 'SUBMISSION_RELEASED', {
            targetUserId: read.learner.id,
            metadata: { id: read.id, leagueId: read.leagueId },
          }),
        ]
      : []),
    tell(44, grand, 'USER_EMAIL_VERIFIED_BY_STAFF', {
      ...about('learner-18'),
      metadata: { reason: 'Showed the student card at the desk; the code never arrived.' },
    }),
    tell(40, grand, 'USER_SESSIONS_ENDED', {
      ...about('learner-31'),
      metadata: { endedCount: 2, reason: 'Laptop left in the lab.' },
    }),
    tell(31, grand, 'BADGE_MANUALLY_AWARDED', {
      ...about('learner-20'),
      description: 'Signal Found',
      metadata: { leagueId: curriculum.get('IoT')?.id, reason: 'Meant for somebody else' },
    }),
    tell(30.9, grand, 'BADGE_REVOKED', {
      ...about('learner-20'),
      description: 'Signal Found',
      metadata: { leagueId: curriculum.get('IoT')?.id, reason: 'Awarded to the wrong person' },
    }),
    ...['learner-03', 'learner-09', 'learner-21', 'learner-28'].map((name, place) =>
      tell(
        (place === 0 ? 20 : place * 26 + 23) / 24,
        learner(name),
        'USER_EMAIL_CHANGED',
        own(learner(name)),
      ),
    ),
    tell(18, luminary, 'PASSWORD_CHANGED', own(luminary)),
    tell(12, luminary, 'USER_PROFILE_CHANGED', { ...own(luminary), metadata: { fields: ['department'] } }),
    tell(11, luminary, 'SESSION_ENDED', own(luminary)),
    tell(26, learner('learner-05'), 'SESSIONS_ENDED', {
      ...own(learner('learner-05')),
      metadata: { endedCount: 3 },
    }),
    tell(15, learner('learner-08'), 'EMAIL_CHANGE_REQUESTED', own(learner('learner-08'))),
    tell(14.9, learner('learner-08'), 'CODE_FAILED', {
      ...own(learner('learner-08')),
      metadata: { kind: 'EMAIL_CHANGE' },
    }),
    tell(9.2, learner('learner-14'), 'PASSWORD_RESET_REQUESTED', {
      ...own(learner('learner-14')),
      actorId: null,
    }),
    tell(9.19, learner('learner-14'), 'PASSWORD_RESET_COMPLETED', own(learner('learner-14'))),
    tell(4.4, learner('learner-22'), 'LOGIN_LOCKED', { ...own(learner('learner-22')), actorId: null }),
    tell(4.3, chief, 'PASSWORD_CHECK_FAILED', own(chief)),
  ];
}
