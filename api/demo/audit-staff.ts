import { createId } from '../process/secrets.ts';
import { addressOf, type DemoStory, type Entry } from './audit-entry.ts';
import { DAY_MS, type DemoPerson, findPerson, HOUR_MS } from './people.ts';

/** A league that was tried for a week and deleted again: what staff do with content, and nothing of it is left. */
export function listTrialLeagueEntries({ people, curriculum, now }: DemoStory): Entry[] {
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
export function listStaffEntries({ people, curriculum, submissions, now }: DemoStory): Entry[] {
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
