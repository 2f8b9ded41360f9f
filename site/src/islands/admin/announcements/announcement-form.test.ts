import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { AnnouncementRow } from '#contract/announcements.ts';
import { forgetQueries } from '../../shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../../shared/testing/fake-browser.ts';
import { fromLocalInput } from '../form/local-time.ts';
import { createAnnouncementForm, describeAudience, findAnnouncementFaults } from './announcement-form.ts';
import { announcementList, audienceQuery, createTakingBack } from './announcement-list.ts';

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
  publishAt: '2040-05-01T10:00:00.000Z',
  pinnedUntil: '2040-05-03T18:00:00.000Z',
  isMailed: true,
  mailedAt: null,
};
const onSaved = () => {};
const openForm = (audience: string) => {
  const form = createAnnouncementForm(onSaved);
  if (audience) form.change('audience', audience);
  return form;
};

test('a new announcement is sent once, cleaned, with its times as moments', async () => {
  browser.answer('POST /admin/announcements', ok(ROW));
  const form = openForm('cohort:c1');
  form.change('title', ' Exams ');
  form.change('body', 'They *begin*.\n\n\n');
  form.change('publishAt', '2040-05-01T10:00');
  form.change('pinnedUntil', '2040-05-03');
  form.change('channels', 'mail');
  await Promise.all([form.submit(), form.submit()]);
  expect(browser.sent('POST /admin/announcements').map(({ body }) => body)).toEqual([
    {
      cohortId: 'c1',
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
  const form = openForm('everyone');
  form.change('title', 'Exams');
  form.change('body', 'Soon');
  await form.submit();
  expect(browser.sent('POST /admin/announcements')[0]?.body).toEqual({
    ...{ title: 'Exams', body: 'Soon' },
    ...{ publishAt: null, pinnedUntil: null, isMailed: false },
  });
});

test('what was typed survives a reload, the choice of mail included', () => {
  const form = openForm('');
  form.change('audience', 'league:ml');
  form.change('title', 'Exams');
  form.change('channels', 'mail');
  expect(openForm('').$form.get().values).toEqual({
    ...{ audience: 'league:ml', title: 'Exams', body: '', publishAt: '', pinnedUntil: '', channels: 'mail' },
  });
});

test('audience, title and text are needed', () => {
  const { values } = openForm('').$form.get();
  expect(findAnnouncementFaults(values)).toEqual({
    audience: 'Audience is required',
    title: 'Title is required',
    body: 'Text is required',
  });
});

test('a time is still to come', () => {
  const now = Date.parse('2040-05-01T12:00:00.000Z');
  const { values } = openForm('everyone').$form.get();
  const isFaulty = (publishAt: string) =>
    Boolean(findAnnouncementFaults({ ...values, publishAt }, now).publishAt);
  expect(['2040-04-30T10:00', '+12040-04-30T10:00', '2040-05-09T10:00'].map(isFaulty)).toEqual([
    true,
    true,
    false,
  ]);
});

test('a refusal keeps what was typed and marks its field', async () => {
  browser.answer('POST /admin/announcements', refusal(404, 'League not found', { code: 'LEAGUE_NOT_FOUND' }));
  const form = openForm('league:gone');
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
  const counts = { people: 3, byMail: 2 };
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

test('how many get it, and how many by mail', () => {
  const audience = { people: 1200, byMail: 1100 };
  expect(describeAudience(audience, false)).toBe('1,200 people get it.');
  expect(describeAudience(audience, true)).toBe('1,200 people get it, 1,100 of them also by mail.');
  expect(describeAudience({ ...audience, people: 1, byMail: 1 }, true)).toBe(
    '1 person gets it, 1 of them also by mail.',
  );
  expect(describeAudience({ ...audience, people: 0, byMail: 0 }, true)).toContain('no one');
});

test('taking back asks for the list again', async () => {
  browser.answer('GET /admin/announcements', ok({ announcements: [ROW] }));
  browser.answer('DELETE /admin/announcements/a1', ok(undefined));
  const stop = announcementList.watch();
  await announcementList.ensure();
  browser.answer('GET /admin/announcements', ok({ announcements: [] }));
  const action = createTakingBack();
  action.ask(ROW);
  await action.confirm();
  await announcementList.refresh();
  expect(announcementList.$state.get().data).toEqual([]);
  expect(browser.sent('DELETE /admin/announcements/a1')).toHaveLength(1);
  stop();
});
