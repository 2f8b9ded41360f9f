import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { awardBadge, deleteBadge, revokeBadge, updateBadge } from '#contract/badges.ts';
import { correctCertificateName, restoreCertificate, revokeCertificate } from '#contract/certificates.ts';
import { deleteLeague } from '#contract/leagues.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { queryRows } from '../../platform/db/client.ts';
import { badges } from '../../platform/db/schema/awards.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addCertificate } from '../../test/certificates.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import type { TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { type Action, type Answers, type Arena, act, doneOf, makeArena, racePairs } from './battery.ts';

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
  act('revoke', [200, 403, 404], ({ chief: { token }, badgeId, learner }) =>
    api.call(revokeBadge, { token, params: { id: badgeId }, body: { userId: learner.id } }),
  ),
  act('the last tick', [200, 401, 403, 404], ({ learner: { token }, resourceId }) =>
    api.call(completeResource, { token, params: { resourceId }, body: {} }),
  ),
  act('reset', [200, 401, 403, 404], ({ learner: { token }, resourceId }) =>
    api.call(resetResource, { token, params: { resourceId } }),
  ),
  act('rename the badge', [200, 404], ({ badgeId }) =>
    asGrand(updateBadge, { params: { id: badgeId }, body: { name: 'Medal' } }),
  ),
  act('delete the badge', [200, 400, 404], ({ badgeId }) =>
    asGrand(deleteBadge, { params: { id: badgeId } }),
  ),
  act('delete the league', [200, 404], ({ league }) => asGrand(deleteLeague, { params: { id: league.id } })),
  act('delete the account', [200, 401], ({ learner: { token } }) =>
    api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
  ),
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
}

async function makeNamed(): Promise<Named> {
  const subject = await make();
  const { id: certificateId } = await addCertificate(api, subject.learner, subject.league);
  return { ...subject, certificateId };
}

const correct = (by: 'grand' | 'chief', name: string): Action<Named> =>
  // 403 for a chief once the league is gone: what is of no league is the Grand Pathfinders'.
  act(`correct the name as ${by}`, [200, 400, 403, 404, 409], ({ certificateId, chief }) =>
    api.call(correctCertificateName, {
      token: by === 'grand' ? grand().token : chief.token,
      params: { id: certificateId },
      body: { name, reason: `Written by ${by}` },
    }),
  );

const ON_NAMES: readonly Action<Named>[] = [
  correct('grand', 'Asha V. Verma'),
  correct('chief', 'Asha Vimal Verma'),
  act('revoke the certificate', [200, 404, 409], ({ certificateId }) =>
    asGrand(revokeCertificate, { params: { id: certificateId }, body: { reason: 'Copied work' } }),
  ),
  act('restore the certificate', [200, 403, 404, 409], ({ chief: { token }, certificateId }) =>
    api.call(restoreCertificate, { token, params: { id: certificateId } }),
  ),
  act('delete the league', [200, 404], ({ league }) => asGrand(deleteLeague, { params: { id: league.id } })),
  act('delete the account', [200, 401], ({ learner: { token } }) =>
    api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
  ),
];

test('F17 P54 a corrected name stands with its own reason and day, and with no correction stays the first', async () => {
  await racePairs(api, {
    make: makeNamed,
    actions: ON_NAMES,
    check: async ({ certificateId }, answers) => {
      const corrected =
        doneOf(answers, 'correct the name as grand') + doneOf(answers, 'correct the name as chief');
      const rows = await queryRows<{ fault: string }>(
        api.db,
        sql`select holder_name || ', ' || coalesce(renaming_reason, 'no reason') as fault from certificates
          where id = ${certificateId} and erased_at is null and (
            (renamed_at is not null) <> (${corrected}::int > 0)
            or case renaming_reason when 'Written by grand' then holder_name <> 'Asha V. Verma'
              when 'Written by chief' then holder_name <> 'Asha Vimal Verma' else renamed_at is not null end)`,
      );
      return rows.map(({ fault }) => fault);
    },
  });
});
