import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { AnnouncementRow } from '#contract/announcements.ts';
import { forgetQueries } from '../../shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../../shared/testing/fake-browser.ts';
import { fromLocalInput, toLocalInput } from '../form/local-time.ts';
import { createAnnouncementForm, describeAudience, findAnnouncementFaults } from './announcement-form.ts';
import {
  announcementList,
  audienceQuery,
  createTakingBack,
  toMailText,
  toTakingBackQuestion,
} from './announcement-list.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
  localStorage.setItem('accessToken', 'a');
});
afterEach(() => {
  browser.close();
  forgetQueries();
});

const ROW: AnnouncementRow = {
  id: 'a1',
  title: 'Exams',
  body: 'They *begin*.',
  cohort: null,
  league: { id: 'ml', name: 'ML' },
  author: 'Asha',
  state: 'SCHEDULED',
  publishAt: '2040-05-01T10:00:00.000Z',
  pinnedUntil: '2040-05-03T18:00:00.000Z',
  isMailed: true,
  mailedAt: null,
};
const onSaved = () => {};
const openForm = (announcement: AnnouncementRow | null = null, audience = 'cohort:c1') =>
  createAnnouncementForm({ announcement, audience, onSaved });

test('a new announcement is sent once, cleaned, with its times as moments', async () => {
  browser.answer('POST /admin/announcements', ok(ROW));
  const form = openForm();
  form.change('title', ' Exams ');
  form.change('body', 'They *begin*.\n\n\n');
  form.change('publishAt', '2040-05-01T10:00');
  form.change('pinnedUntil', '2040-05-03');
  form.change('isMailed', 'yes');
  await Promise.all([form.submit(), form.submit()]);
  expect(browser.sent('POST /admin/announcements').map(({ body }) => body)).toEqual([
    {
      cohortId: 'c1',
      leagueId: null,
      title: 'Exams',
      body: 'They *begin*.',
      publishAt: fromLocalInput('2040-05-01T10:00'),
      pinnedUntil: fromLocalInput('2040-05-03T23:59'),
      isMailed: true,
    },
  ]);
});

test('everyone is neither a cohort nor a league; without times it is published at once and pinned nowhere', async () => {
  browser.answer('POST /admin/announcements', ok(ROW));
  const form = openForm(null, 'everyone');
  form.change('title', 'Exams');
  form.change('body', 'Soon');
  await form.submit();
  expect(browser.sent('POST /admin/announcements')[0]?.body).toEqual({
    ...{ cohortId: null, leagueId: null, title: 'Exams', body: 'Soon' },
    ...{ publishAt: null, pinnedUntil: null, isMailed: false },
  });
});

test('what was typed survives a reload, the choice of mail included', () => {
  const form = openForm(null, '');
  form.change('audience', 'league:ml');
  form.change('title', 'Exams');
  form.change('isMailed', 'yes');
  expect(openForm(null, '').$form.get().values).toEqual({
    ...{ audience: 'league:ml', title: 'Exams', body: '', publishAt: '', pinnedUntil: '', isMailed: 'yes' },
  });
  // From the page of another league.
  expect(openForm(null, 'league:iot').$form.get().values).toMatchObject({
    ...{ audience: 'league:iot', title: 'Exams' },
  });
});

test('an edit sends only what changed, and nothing without a change', async () => {
  browser.answer('PUT /admin/announcements/a1', ok(ROW));
  await openForm(ROW).submit();
  expect(browser.requests).toEqual([]);
  const form = openForm(ROW);
  form.change('title', 'Exams moved');
  form.change('pinnedUntil', '');
  await form.submit();
  expect(browser.sent('PUT /admin/announcements/a1').map(({ body }) => body)).toEqual([
    { title: 'Exams moved', pinnedUntil: null },
  ]);
});

test('audience, title and text are needed', () => {
  const { values } = openForm(null, '').$form.get();
  expect(findAnnouncementFaults(values, values)).toEqual({
    audience: 'Audience is required',
    title: 'Title is required',
    body: 'Text is required',
  });
});

test('a new time is to come, and it is pinned for the day of it or longer; what stays is not judged again', () => {
  const now = Date.parse('2040-05-01T12:00:00.000Z');
  const today = toLocalInput(new Date(now).toISOString()).slice(0, 10);
  const before = { ...openForm(ROW).$form.get().values, publishAt: '', pinnedUntil: '' };
  const faultsOf = (changes: Partial<typeof before>) =>
    Object.entries(findAnnouncementFaults({ ...before, ...changes }, before, now)).flatMap(([name, fault]) =>
      fault ? [name] : [],
    );
  expect(faultsOf({ publishAt: '2040-04-30T10:00' })).toEqual(['publishAt']);
  expect(faultsOf({ publishAt: '+12040-04-30T10:00' })).toEqual(['publishAt']);
  expect(faultsOf({ publishAt: '2040-05-09T10:00', pinnedUntil: '2040-05-08' })).toEqual(['pinnedUntil']);
  expect(faultsOf({ publishAt: '2040-05-09T10:00', pinnedUntil: '2040-05-09' })).toEqual([]);
  expect(faultsOf({ pinnedUntil: '2040-04-29' })).toEqual(['pinnedUntil']);
  expect(faultsOf({ pinnedUntil: today })).toEqual([]);
  const past = { ...before, publishAt: '2040-04-01T10:00', pinnedUntil: '2040-04-02' };
  expect(Object.values(findAnnouncementFaults(past, past, now)).filter(Boolean)).toEqual([]);
});

test('a refusal keeps what was typed and marks its field', async () => {
  browser.answer(
    'POST /admin/announcements',
    refusal(404, 'League not found', { code: 'ANNOUNCEMENT_LEAGUE_NOT_FOUND' }),
  );
  const form = openForm(null, 'league:gone');
  form.change('title', 'Exams');
  form.change('body', 'Soon');
  await form.submit();
  expect(form.$form.get()).toMatchObject({
    busy: false,
    values: { title: 'Exams' },
    failure: 'Failed to create announcement: League not found',
    errors: { audience: 'Choose another league' },
  });
});

test('the readers of each audience are counted with its own request; without one nothing is asked', async () => {
  const counts = { people: 3, byMail: 2, mailsLeft: 50_000 };
  browser.answer('GET /admin/announcements/audience', ok(counts));
  for (const audience of ['', 'everyone', 'cohort:c1', 'league:ml']) await audienceQuery(audience).ensure();
  expect(browser.requests.map(({ url }) => new URL(url, 'http://site.invalid').search)).toEqual([
    '',
    '?cohortId=c1',
    '?leagueId=ml',
  ]);
  expect([audienceQuery('').$state.get().data, audienceQuery('everyone').$state.get().data]).toEqual([
    null,
    counts,
  ]);
});

test('how many get it, how many by mail, and what waits', () => {
  const audience = { people: 1200, byMail: 1100, mailsLeft: 50_000 };
  expect(describeAudience(audience, false)).toBe('1,200 people get it.');
  expect(describeAudience(audience, true)).toBe('1,200 people get it, 1,100 of them also by mail.');
  expect(describeAudience({ ...audience, mailsLeft: 1100 }, true)).not.toContain('tomorrow');
  expect(describeAudience({ ...audience, mailsLeft: 1000 }, true)).toBe(
    '1,200 people get it, 1,100 of them also by mail. Only 1,000 mails are left today: the rest wait until tomorrow.',
  );
  expect(describeAudience({ ...audience, people: 1, byMail: 1 }, true)).toBe(
    '1 person gets it, 1 of them also by mail.',
  );
  expect(describeAudience({ ...audience, people: 0, byMail: 0 }, true)).toContain('no one');
});

test('taking back keeps the row, and says what becomes of readers and of mail', async () => {
  browser.answer('GET /admin/announcements', ok({ announcements: [ROW] }));
  browser.answer('DELETE /admin/announcements/a1', ok({ ...ROW, state: 'TAKEN_BACK' }));
  await announcementList.ensure();
  const action = createTakingBack();
  action.ask(ROW);
  await action.confirm();
  expect(announcementList.$state.get().data?.map(({ state }) => state)).toEqual(['TAKEN_BACK']);
  const published = { ...ROW, state: 'PUBLISHED' } as const;
  expect(toTakingBackQuestion(ROW)).toContain('will not be published');
  expect(toTakingBackQuestion(published)).toContain('Mail not sent yet is dropped');
  expect(toTakingBackQuestion({ ...published, isMailed: false })).not.toContain('mail');
  expect(
    [
      ROW,
      { ...ROW, isMailed: false },
      { ...ROW, state: 'TAKEN_BACK' } as const,
      { ...published, mailedAt: ROW.publishAt },
    ].map((row) => toMailText(row).split(' ')[0]),
  ).toEqual(['Waiting', 'No', 'Dropped', 'Sent']);
});
