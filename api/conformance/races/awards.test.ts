import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { awardBadge, deleteBadge, revokeBadge, updateBadge } from '#contract/badges.ts';
import {
  decideNameChange,
  requestNameChange,
  restoreCertificate,
  revokeCertificate,
} from '#contract/certificates.ts';
import { deleteLeague } from '#contract/leagues.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { queryRows } from '../../db/client.ts';
import { badges } from '../../db/schema/awards.ts';
import { createId } from '../../process/secrets.ts';
import { addCertificate } from '../../test/certificates.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import type { TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { type Action, type Answers, type Arena, doneOf, makeArena, racePairs } from './battery.ts';

setDefaultTimeout(600_000);

interface Subject {
  learner: Person;
  chief: Person;
  league: TestLeague;
  badgeId: string;
  resourceId: string;
}

let api: TestApp;
let cohortId: string;
let grand: Arena['grand'];
let asGrand: Arena['asGrand'];
beforeAll(async () => {
  ({ api, cohortId, grand, asGrand } = await makeArena());
});
afterAll(() => api.close());

/** A learner one tick before the badge of a league, which staff may award as well. */
async function make(): Promise<Subject> {
  const [learner, chief, league] = await Promise.all([
    addPerson(api.db),
    addPerson(api.db, { role: 'CHIEF_PATHFINDER' }),
    addLeague(api.db, { cohortId, weeks: 1, sections: 1, resources: 1 }),
  ]);
  const badgeId = createId();
  await Promise.all([
    enroll(api.db, learner.id, league),
    addScope(api.db, chief.id, league.id),
    api.db.insert(badges).values({ id: badgeId, leagueId: league.id, name: 'Badge' }),
  ]);
  return {
    learner,
    chief,
    league,
    badgeId,
    resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '',
  };
}

const award = (name: string, by: (subject: Subject) => Person): Action<Subject> => ({
  name,
  send: (subject) => {
    const { badgeId, learner } = subject;
    const { token } = by(subject);
    return api.call(awardBadge, { token, params: { id: badgeId }, body: { userId: learner.id } });
  },
  answers: [201, 400, 403, 404],
});

const ON_BADGES: readonly Action<Subject>[] = [
  award('award', () => grand()),
  award('award by a chief', ({ chief }) => chief),
  {
    name: 'revoke',
    send: ({ chief: { token }, badgeId, learner }) =>
      api.call(revokeBadge, { token, params: { id: badgeId }, body: { userId: learner.id } }),
    answers: [200, 403, 404],
  },
  {
    name: 'the last tick',
    send: ({ learner: { token }, resourceId }) =>
      api.call(completeResource, { token, params: { resourceId }, body: {} }),
    answers: [200, 401, 403, 404],
  },
  {
    name: 'reset',
    send: ({ learner: { token }, resourceId }) => api.call(resetResource, { token, params: { resourceId } }),
    answers: [200, 401, 403, 404],
  },
  {
    name: 'rename the badge',
    send: ({ badgeId }) => asGrand(updateBadge, { params: { id: badgeId }, body: { name: 'Medal' } }),
    answers: [200, 404],
  },
  {
    name: 'delete the badge',
    send: ({ badgeId }) => asGrand(deleteBadge, { params: { id: badgeId } }),
    answers: [200, 400, 404],
  },
  {
    name: 'delete the league',
    send: ({ league }) => asGrand(deleteLeague, { params: { id: league.id } }),
    answers: [200, 404],
  },
  {
    name: 'delete the account',
    send: ({ learner: { token } }) =>
      api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
    answers: [200, 401],
  },
];

const TAKES_ALL = ['delete the badge', 'delete the league', 'delete the account'];

test('F17 api.md 1.16 a badge that is awarded, earned, revoked and deleted at once is held once or not at all', async () => {
  await racePairs(api, {
    make,
    actions: ON_BADGES,
    check: async ({ learner, badgeId }, answers: Answers) => {
      if (TAKES_ALL.some((name) => doneOf(answers, name) > 0)) return [];
      const [rows] = await queryRows<{ held: number; earned: number }>(
        api.db,
        sql`select (select count(*)::int from user_badges where user_id = ${learner.id} and badge_id = ${badgeId}) as held,
          (select count(*)::int from audit_log where target_user_id = ${learner.id} and action = 'BADGE_EARNED') as earned`,
      );
      const given = doneOf(answers, 'award') + doneOf(answers, 'award by a chief') + (rows?.earned ?? 0);
      const left = given - doneOf(answers, 'revoke');
      return rows?.held === left
        ? []
        : [`${rows?.held} held, where ${left} are left by the answers and the log`];
    },
  });
});

interface Named extends Subject {
  certificateId: string;
  changeId: string;
}

/** A certificate whose holder asked for another name. */
async function makeNamed(): Promise<Named> {
  const subject = await make();
  const { id: certificateId } = await addCertificate(api, subject.learner, subject.league);
  await requestName({ ...subject, certificateId });
  const [change] = await queryRows<{ id: string }>(
    api.db,
    sql`select id from certificate_name_changes where certificate_id = ${certificateId}`,
  );
  return { ...subject, certificateId, changeId: change?.id ?? '' };
}

const requestName = ({ learner: { token }, certificateId }: Omit<Named, 'changeId'>) =>
  api.call(requestNameChange, {
    token,
    params: { id: certificateId },
    body: { name: 'Asha V. Verma', reason: 'As on my passport' },
  });

const decide = (
  name: string,
  by: (subject: Named) => Person,
  outcome: 'APPROVED' | 'REFUSED',
): Action<Named> => ({
  name,
  send: (subject) =>
    api.call(decideNameChange, {
      token: by(subject).token,
      params: { id: subject.changeId },
      body: { outcome, reason: 'Looked at it' },
    }),
  // 403 for a chief once the league is gone: what is of no league is the Grand Pathfinders'.
  answers: [200, 403, 404, 409],
});

const ON_NAMES: readonly Action<Named>[] = [
  decide('approve the name', () => grand(), 'APPROVED'),
  decide('refuse the name', ({ chief }) => chief, 'REFUSED'),
  { name: 'ask for a name', send: requestName, answers: [201, 400, 401, 404, 409] },
  {
    name: 'revoke the certificate',
    send: ({ certificateId }) =>
      asGrand(revokeCertificate, { params: { id: certificateId }, body: { reason: 'Copied work' } }),
    answers: [200, 404, 409],
  },
  {
    name: 'restore the certificate',
    send: ({ chief: { token }, certificateId }) =>
      api.call(restoreCertificate, { token, params: { id: certificateId } }),
    answers: [200, 403, 404, 409],
  },
  {
    name: 'delete the league',
    send: ({ league }) => asGrand(deleteLeague, { params: { id: league.id } }),
    answers: [200, 404],
  },
  {
    name: 'delete the account',
    send: ({ learner: { token } }) =>
      api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
    answers: [200, 401],
  },
];

test('F17 P54 a name is approved or refused once, and stands on the certificate by an approval alone', async () => {
  await racePairs(api, {
    make: makeNamed,
    actions: ON_NAMES,
    check: async ({ certificateId, changeId }, answers) => {
      const approved = doneOf(answers, 'approve the name');
      const decided = approved + doneOf(answers, 'refuse the name');
      const rows = await queryRows<{ fault: string }>(
        api.db,
        sql`select 'the certificate carries ' || holder_name as fault from certificates
            where id = ${certificateId} and (renamed_at is not null) <> (${approved}::int > 0)
          union all select 'the request is ' || coalesce(outcome, 'open') from certificate_name_changes
            where id = ${changeId} and (outcome is not null) <> (${decided}::int > 0)
          union all select count(*) || ' requests are open' from certificate_name_changes
            where certificate_id = ${certificateId} and outcome is null having count(*) > 1`,
      );
      const faults = rows.map(({ fault }) => fault);
      return decided > 1 ? [...faults, `decided ${decided} times`] : faults;
    },
  });
});
