import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { updateUserStatus } from '#contract/admin-users.ts';
import { toPrintedCode } from '#contract/certificate-code.ts';
import { revokeCertificate } from '#contract/certificates.ts';
import { deleteOwnAccount, downloadOwnData } from '#contract/own-account.ts';
import * as calls from '#contract/public-profile.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { leagueProgress, submissions } from '../../platform/db/schema/learning.ts';
import { publicProfileProjects, publicProfiles } from '../../platform/db/schema/people.ts';
import { createId } from '../../platform/process/secrets.ts';
import { namePerson } from '../../serving/named-pages.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addAssignment, addBadge } from '../../test/awards.ts';
import { addCertificate } from '../../test/certificates.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, signInPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();
const { db } = api;
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER' });

type Choices = Omit<calls.OwnPublicProfile['settings'], 'address'> & {
  address?: unknown;
  projectIds: string[];
};
const OFF: Choices = {
  ...{ isPublic: false, isIndexed: false, showsName: false, showsLeagues: false, showsBadges: false },
  ...{ showsCertificates: false, showsEvents: false, showsLinks: false, about: null, projectIds: [] },
};
const ON = { ...OFF, isPublic: true };

const save = ({ token }: Person, choices: object) =>
  api.call(calls.savePublicProfile, { token, body: choices });
const own = async ({ token }: Person): Promise<calls.OwnPublicProfile> =>
  (await api.call(calls.getOwnPublicProfile, { token })).body.data;
const see = (address: string) => api.call(calls.getPublicProfile, { params: { address } });
const setUser = (id: string, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, id));

async function addSubmission(userId: string, values: Partial<typeof submissions.$inferInsert> = {}) {
  const league = await addLeague(db, { weeks: 0 });
  const assignmentId = await addAssignment(db, league.id);
  const row = { id: createId(), userId, assignmentId, status: 'APPROVED', content: 'Mine', ...values };
  await db.insert(submissions).values(row);
  return row.id;
}

/** Everything that an account can hold, each text with a mark of its own. */
async function addFullAccount() {
  const league = (name: string) => addLeague(db, { name, weeks: 1, sections: 1, resources: 1 });
  const [done, begun, studied] = [
    await league('canaryLeagueDone'),
    await league('canaryLeagueBegun'),
    await league('canaryProjectLeague'),
  ];
  const person = await addLearner(db, [done, begun, studied], {
    name: 'canaryName <b>"&',
    email: 'canaryemail@example.test',
  });
  await setUser(person.id, {
    ...{ institute: 'canaryInstitute', department: 'canaryDepartment', phoneNumber: '+9199canaryPhone' },
    ...{ studentId: 'canaryStudent', olid: 'canaryOlid', discordUsername: 'canaryDiscord' },
    ...{ portfolioUrl: 'https://canaryPortfolio.example', githubUsername: 'canaryGithub' },
    ...{ linkedinUrl: 'https://linkedin.com/in/canaryLinkedin', twitterHandle: '@canaryTwitter' },
    kaggleUsername: 'canaryKaggle',
  });
  await db
    .update(leagueProgress)
    .set({ completedSections: 1, lastCompletedAt: new Date('2026-03-01T20:00:00Z') })
    .where(sql`user_id = ${person.id} and league_id = ${done.id}`);
  const badgeId = await addBadge(db, begun.id, 'canaryBadge', [person.id]);
  await addBadge(db, done.id, 'canaryOtherBadge');
  await db.update(badges).set({ description: 'canaryDescription' }).where(eq(badges.id, badgeId));
  await db.update(userBadges).set({ reason: 'canaryReason', earnedAt: new Date('2026-03-01T20:00:00Z') });
  const completedAt = new Date('2026-03-01T20:00:00Z');
  const paper = await addCertificate(api, person, done, {
    ...{ title: 'canaryCertificate', holderName: 'canaryHolder', issuer: 'canaryIssuer', completedAt },
  });
  await addCertificate(api, person, begun, {
    ...{ title: 'canaryRevoked', revokedAt: completedAt, revocationReason: 'canaryRevocation' },
  });
  const answer = async (mark: string, { id: leagueId }: { id: string }) => {
    const assignmentId = await addAssignment(db, leagueId, { title: `canary${mark}` });
    const row = {
      id: createId(),
      userId: person.id,
      assignmentId,
      status: 'APPROVED',
      feedback: `canary${mark}Feedback`,
    };
    await db.insert(submissions).values({ ...row, liveUrl: `https://example.org/canary${mark}Link` });
    return row.id;
  };
  const project = await answer('Project', studied);
  await answer('Unpicked', begun);
  const times = { opensAt: new Date('2026-01-01'), closesAt: new Date('2026-01-02') };
  for (const [id, checkedInAt] of [
    ['canaryEvent', new Date()],
    ['canaryMissed', null],
  ] as const) {
    const day = { startsAt: new Date('2026-02-28T20:00:00Z'), endsAt: new Date('2026-03-01') };
    const event = { id, title: `${id}Title`, place: `${id}Place`, places: 9, audience: 'EVERYONE' };
    await db.insert(events).values({ ...event, ...times, ...day });
    const place = { id: createId(), eventId: id, userId: person.id, state: 'CONFIRMED', arrival: 1 };
    await db.insert(eventRegistrations).values({ ...place, doorCode: 'K7W2QX', checkedInAt });
  }
  return { person, project, code: toPrintedCode(paper.code) };
}

const full = await addFullAccount();

describe('what a page shows', () => {
  const MARKS: Record<calls.ShownPart | 'about' | 'projects', string[]> = {
    showsName: ['canaryName'],
    showsLeagues: ['canaryLeagueDone'],
    showsBadges: ['canaryBadge'],
    showsCertificates: ['canaryCertificate', full.code],
    showsEvents: ['canaryEvent', 'canaryEventTitle'],
    showsLinks: [...['canaryPortfolio', 'canaryGithub', 'canaryTwitter', 'canaryLinkedin', 'canaryKaggle']],
    about: ['canaryAbout'],
    projects: ['canaryProject', 'canaryProjectLeague', 'canaryProjectLink'],
  };
  const PAGE = '<title>A member | League</title><meta name="description" content="A page">';
  const marksIn = (text: string) =>
    [...new Set(text.match(/canary\w*/gi) ?? []), ...(text.includes(full.code) ? [full.code] : [])].sort();

  test('is what its owner chose and nothing else, for all combinations of choices', async () => {
    const parts = [...calls.SHOWN_PARTS, 'about', 'projects'] as const;
    for (let bits = 0; bits < 2 ** parts.length; bits++) {
      const isOn = (part: (typeof parts)[number]) => ((bits >> parts.indexOf(part)) & 1) === 1;
      const shown = Object.fromEntries(calls.SHOWN_PARTS.map((part) => [part, isOn(part)]));
      const { body } = await save(full.person, {
        ...{ ...ON, ...shown, address: 'full-account' },
        ...(isOn('about') ? { about: 'canaryAbout </title><script>' } : {}),
        projectIds: isOn('projects') ? [full.project] : [],
      });
      const seen = await see('full-account');
      const chosen = parts.filter(isOn).flatMap((part) => MARKS[part]);
      expect([chosen, marksIn(JSON.stringify(seen.body))]).toEqual([chosen, chosen.toSorted()]);
      expect(body.data.preview).toEqual(seen.body.data);
      expect(JSON.stringify(seen.body)).not.toContain(full.person.id);
      const page = await namePerson(new Response(PAGE), Response.json(seen.body));
      const inHead = ['canaryName', 'canaryAbout'].filter((mark) => chosen.includes(mark));
      const html = await page.text();
      expect(marksIn(html)).toEqual(inHead.toSorted());
      expect(html).not.toMatch(/<b>|<script>/);
    }
  }, 120_000);

  test('has days of the product’s time zone, valid certificates and links of a form that the profile takes', async () => {
    const all = Object.fromEntries(calls.SHOWN_PARTS.map((part) => [part, true]));
    await save(full.person, { ...ON, ...all, address: 'full-account', isIndexed: true });
    const { body } = await see('full-account');
    expect(api.config.TIME_ZONE).toBe('Asia/Kolkata');
    expect(body.data).toEqual({
      ...{ name: full.person.name, about: null, isIndexed: true, projects: null },
      leagues: [{ name: 'canaryLeagueDone', completedOn: '2026-03-02' }],
      badges: [{ name: 'canaryBadge', picture: null, earnedOn: '2026-03-02' }],
      certificates: [{ title: 'canaryCertificate', code: full.code, completedOn: '2026-03-02' }],
      events: [{ eventId: 'canaryEvent', title: 'canaryEventTitle', day: '2026-03-01' }],
      links: {
        ...{ portfolioUrl: 'https://canaryPortfolio.example', githubUsername: 'canaryGithub' },
        ...{ linkedinUrl: 'https://linkedin.com/in/canaryLinkedin', twitterHandle: '@canaryTwitter' },
        kaggleUsername: 'canaryKaggle',
      },
    });
    const old = await addPerson(db);
    await setUser(old.id, { portfolioUrl: 'javascript:alert(1)', githubUsername: '../x' });
    await save(old, { ...ON, showsLinks: true, address: 'old-links' });
    expect((await see('old-links')).body.data.links).toEqual({
      ...{ portfolioUrl: null, githubUsername: null, twitterHandle: null, linkedinUrl: null },
      kaggleUsername: null,
    });
  });

  test('a certificate leaves the page when it is revoked, and a badge when it is taken back', async () => {
    const league = await addLeague(db, { weeks: 0 });
    const learner = await addLearner(db, league);
    const { id } = await addCertificate(api, learner, league);
    const badgeId = await addBadge(db, league.id, 'Badge', [learner.id]);
    const draw = (imageUrl: string) => db.update(badges).set({ imageUrl }).where(eq(badges.id, badgeId));
    await draw('https://site.example/api/badge-pictures/7/a.png');
    await save(learner, { ...ON, showsCertificates: true, showsBadges: true, address: 'awarded' });
    expect((await see('awarded')).body.data).toMatchObject({
      ...{ certificates: [{ title: league.name }], badges: [{ picture: '/badge-pictures/7/a.png' }] },
    });
    await draw('https://tracker.example/a.png');
    expect((await see('awarded')).body.data.badges).toMatchObject([{ picture: null }]);
    const body = { reason: 'Issued by mistake' };
    await api.call(revokeCertificate, { token: grand.token, params: { id }, body });
    await db.delete(userBadges).where(eq(userBadges.badgeId, badgeId));
    expect((await see('awarded')).body.data).toMatchObject({ certificates: [], badges: [] });
  });
});

describe('projects', () => {
  test('are own approved submissions alone, and leave with their approval', async () => {
    const [learner, other] = [await addPerson(db), await addPerson(db)];
    const mine = await addSubmission(learner.id, { githubUrl: 'https://github.com/a/b', content: null });
    const waiting = await addSubmission(learner.id, { status: 'SUBMITTED' });
    const theirs = await addSubmission(other.id);
    await save(learner, { ...ON, address: 'maker', projectIds: [mine, mine] });
    const shown = async () => (await see('maker')).body.data.projects;
    expect(await shown()).toMatchObject([{ title: 'Task', url: 'https://github.com/a/b' }]);
    for (const projectIds of [[theirs], [mine, waiting], [mine, theirs], [createId()], ['%']]) {
      const refused = await save(learner, { ...ON, showsName: true, address: 'thief', projectIds });
      expect([refused.status, refused.body.code]).toEqual([400, 'PROJECT_NOT_FOUND']);
    }
    expect((await own(learner)).settings).toMatchObject({ address: 'maker', showsName: false });
    expect((await own(learner)).submissions).toMatchObject([{ id: mine, isPicked: true }]);
    // Not even a row that never should be shows what others wrote.
    await db.insert(publicProfileProjects).values({ userId: learner.id, submissionId: theirs });
    expect(await shown()).toHaveLength(1);
    await db.update(submissions).set({ status: 'NEEDS_REVISION' }).where(eq(submissions.id, mine));
    expect(await shown()).toBeNull();
    await db.update(submissions).set({ status: 'APPROVED' }).where(eq(submissions.id, mine));
    expect(await shown()).toHaveLength(1);
  });
});

describe('the address', () => {
  test('is random until its owner chooses one, and the old one stops at once', async () => {
    const learner = await addPerson(db);
    expect((await own(learner)).settings).toEqual({
      ...{ address: null, about: null, isPublic: false, isIndexed: false, showsName: false },
      ...{ showsLeagues: false, showsBadges: false, showsCertificates: false, showsEvents: false },
      showsLinks: false,
    });
    const first = (await save(learner, ON)).body.data.settings.address;
    expect(first).toMatch(/^[a-z2-9]{10}$/);
    expect((await save(learner, ON)).body.data.settings.address).toBe(first);
    expect((await save(await addPerson(db), ON)).body.data.settings.address).not.toBe(first);
    expect((await save(learner, { ...ON, address: ' Asha-Verma-7 ' })).body.data.settings.address).toBe(
      'asha-verma-7',
    );
    expect((await see('ASHA-verma-7')).status).toBe(200);
    expect((await see(first)).status).toBe(404);
    expect(await readEntries(db, { targetUserId: learner.id, action: 'PUBLIC_PAGE_SAVED' })).toHaveLength(3);
  });

  test('has 3 to 40 plain letters, digits and hyphens', async () => {
    const learner = await addPerson(db);
    for (const address of ['abc', 'a-1', '0'.repeat(40), 'a--b']) {
      expect([address, (await save(learner, { ...ON, address })).status]).toEqual([address, 200]);
    }
    const wrong = [
      '',
      'ab',
      'a'.repeat(41),
      '-abc',
      'abc-',
      'a_b',
      'a b',
      'a/b',
      'a.b',
      'a?b',
      'abc\n',
      '%61bc',
    ];
    for (const address of [
      ...wrong,
      'ashå',
      'аsha',
      'as\u212Aha',
      'a\u200Bsh',
      '٣٣٣',
      'ﬁrst',
      7,
      null,
      ['abc'],
    ]) {
      const { status, body } = await save(learner, { ...ON, address });
      const expected = address === 'abc\n' ? [address, 200, undefined] : [address, 400, calls.ADDRESS_RULE];
      expect([address, status, body.error]).toEqual(expected);
    }
  });

  test('belongs to one person: in any case, at once, and never is a member number', async () => {
    const [first, second] = [await addPerson(db), await addPerson(db)];
    await setUser(second.id, { olid: 'XY-2019-77' });
    const save409 = async (address: string) => {
      const { status, body } = await save(first, { ...ON, address });
      expect([address, status, body.error, body.code]).toEqual([
        ...[address, 409, 'This address is taken', 'ADDRESS_TAKEN'],
      ]);
    };
    await save(second, { ...ON, address: 'mine' });
    await save409('MINE');
    for (const number of ['xy201977', 'XY-2019-77', 'x-y201-9-77', 'ol026000001', 'OL-026-999999']) {
      await save409(number);
    }
    const racers = await Promise.all(Array.from({ length: 6 }, () => addPerson(db)));
    const replies = await Promise.all(racers.map((racer) => save(racer, { ...ON, address: 'race' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe('without a page', () => {
  test('the answer is the same for an unknown address, a page that is off, and an account that is not active', async () => {
    const unknown = await see('nobody-at-all');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'PROFILE_NOT_FOUND']);
    expect(unknown.headers.get('cache-control')).toBe('no-store');
    const expectGone = async (address: string, reason: string) => {
      const { status, body } = await see(address);
      expect([reason, status, body]).toEqual([reason, 404, { ...unknown.body, requestId: body.requestId }]);
    };
    const learner = await addPerson(db);
    await save(learner, { ...ON, address: 'leaver' });
    expect((await see('leaver')).status).toBe(200);
    await save(learner, { ...OFF, address: 'leaver' });
    await expectGone('leaver', 'off');
    await save(learner, { ...ON, address: 'leaver' });
    const body = { userId: learner.id, newStatus: 'SUSPENDED' };
    expect((await api.call(updateUserStatus, { token: grand.token, body })).status).toBe(200);
    await expectGone('leaver', 'suspended');
    for (const status of ['INACTIVE', 'PENDING']) {
      await setUser(learner.id, { status });
      await expectGone('leaver', status);
    }
    await setUser(learner.id, { status: 'SUSPENDED', closedAt: new Date() });
    await expectGone('leaver', 'closed');
    await setUser(learner.id, { status: 'ACTIVE', closedAt: null });
    expect((await see('leaver')).status).toBe(200);
    const gone = { password: TEST_PASSWORD, confirmation: 'DELETE' };
    const { token } = await signInPerson(db, learner.id);
    expect((await api.call(deleteOwnAccount, { token, body: gone })).status).toBe(200);
    await expectGone('leaver', 'deleted');
    expect(await db.$count(publicProfiles, eq(publicProfiles.userId, learner.id))).toBe(0);
  });

  test('an address that cannot be one is unknown', async () => {
    for (const hostile of [
      '..',
      '../../auth/profile',
      '%',
      '%00',
      "a' or 1=1",
      '*',
      'a'.repeat(65),
      'аsha',
    ]) {
      expect([hostile, (await see(hostile)).status]).toEqual([hostile, 404]);
    }
  });
});

test('what is wrong is refused in the envelope', async () => {
  const learner = await addPerson(db);
  const wrong: [object, string][] = [
    [{ isPublic: 'yes' }, 'isPublic must be true or false'],
    [{ showsName: null }, 'showsName must be true or false'],
    [{ about: 'é'.repeat(281) }, 'About must be 280 characters or less'],
    [{ projectIds: 'all' }, 'projectIds must be a list'],
    [{ projectIds: Array(51).fill('x') }, 'At most 50 projects can be shown'],
  ];
  for (const [part, error] of wrong) {
    const { status, body } = await save(learner, { ...ON, ...part });
    expect([status, body.error]).toEqual([400, error]);
  }
  expect((await save(learner, { ...ON, about: '😀'.repeat(280) })).status).toBe(200);
});

test('the download of the own data has the page and its projects', async () => {
  const learner = await addPerson(db);
  const id = await addSubmission(learner.id);
  await save(learner, { ...ON, about: 'I build', address: 'my-data', projectIds: [id] });
  const { body } = await api.call(downloadOwnData, { token: learner.token });
  expect(body.data ?? body).toMatchObject({
    publicProfile: [{ address: 'my-data', about: 'I build', isPublic: true, showsName: false }],
    publicProfileProjects: [{ submissionId: id }],
  });
});

test('saving is limited to sixty times an hour', async () => {
  const strict = await makeApp({ RATE_LIMIT_SCALE: '0.05' });
  try {
    const { token } = await addPerson(strict.db);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      statuses.push((await strict.call(calls.savePublicProfile, { token, body: ON })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await strict.close();
  }
});
