import { beforeEach, expect, test } from 'bun:test';
import { type BadgeHolder, FREE_BADGES, type StaffBadge } from '#contract/badges.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createReasonForm } from '../form/staff-form.ts';
import type { UserList } from '../users/user-list.ts';
import { createUserQuestions } from '../users/user-questions.ts';
import {
  createAwardForm,
  createBadgeForm,
  findEmblem,
  findPictureFault,
  revocationOf,
} from './badge-form.ts';
import { toGiverText } from './badge-list.ts';

const person = (id: string) => ({ id, name: `Person ${id}`, email: `${id}@example.test` });
const badge: StaffBadge = {
  id: 'b1',
  name: 'Money Master',
  description: null,
  imageUrl: 'https://here.test/api/badge-pictures/b1/00ff00ff00ff00ff.png',
  league: { id: 'l1', name: 'Finance' },
  holders: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const browser = setUpFakeBrowser();
let closed = 0;
const onSaved = () => {
  closed += 1;
};
beforeEach(() => {
  closed = 0;
});
const sent = () => browser.requests.map(({ route, body }) => [route, body]);

test('a badge is made for a league or for none, and a picture goes with it', async () => {
  const form = createBadgeForm(null, '', onSaved);
  await form.submit();
  expect(form.$form.get().errors).toMatchObject({ name: 'Name is required', leagueId: 'Choose a league' });
  browser.answer('POST /badges', ok({ badge }));
  browser.answer('POST /admin/badges', ok({ badge }));
  form.change('name', ' Money Master ');
  form.change('leagueId', 'l1');
  await form.submit();
  const free = createBadgeForm(null, FREE_BADGES, onSaved);
  free.change('name', 'Good Neighbour');
  free.change('picture', 'quantum-blue');
  await free.submit();
  expect(sent()).toEqual([
    ['POST /badges', { name: 'Money Master', description: null, leagueId: 'l1' }],
    ['POST /admin/badges', { name: 'Good Neighbour', description: null, picture: 'quantum-blue' }],
  ]);
  expect(closed).toBe(2);
});

test('a change leaves the rest alone, or removes the picture', async () => {
  browser.answer('PUT /badges/b1', ok({ badge }));
  await createBadgeForm(badge, 'l1', onSaved).submit();
  const form = createBadgeForm(badge, 'l1', onSaved);
  form.change('description', 'For the brave');
  await form.submit();
  const second = createBadgeForm(badge, 'l1', onSaved);
  second.change('picture', null);
  await second.submit();
  expect(sent()).toEqual([
    ['PUT /badges/b1', { description: 'For the brave' }],
    ['PUT /badges/b1', { picture: null }],
  ]);
  expect(closed).toBe(3);
});

test('a refused picture is marked at its field, with the words of the server above', async () => {
  const words = 'The picture cannot be used: it is not a PNG file.';
  browser.answer('POST /admin/badges', refusal(400, words, { code: 'BADGE_PICTURE_REFUSED' }));
  const form = createBadgeForm(null, FREE_BADGES, onSaved);
  form.change('name', 'Good Neighbour');
  form.change('picture', 'data:image/png;base64,AAAA');
  await form.submit();
  const { failure, errors } = form.$form.get();
  expect([failure, errors.picture, closed]).toEqual([
    `Failed to create badge: ${words}`,
    'Upload another PNG, or choose an emblem',
    0,
  ]);
  expect(findPictureFault({ type: 'image/svg+xml', size: 9 })).toBe('Choose a PNG file');
  expect(findPictureFault({ type: 'image/png', size: 100 * 1024 + 1 })).toBe(
    'The file has 101 KB. The limit is 100 KB.',
  );
  expect(findPictureFault({ type: 'image/png', size: 100 * 1024 })).toBeNull();
});

test('the emblem chosen in the form wins over the one of the address', () => {
  const stored = 'https://here.test/api/badge-pictures/emblems/soft-skills-teal.svg';
  expect(findEmblem(undefined, stored)).toEqual({ emblem: 'soft-skills', color: 'teal' });
  expect(findEmblem('ml-red', stored)).toEqual({ emblem: 'ml', color: 'red' });
  expect(findEmblem(null, stored)).toBeNull();
  expect(findEmblem('data:image/png;base64,AAAA', stored)).toBeNull();
  for (const imageUrl of [null, badge.imageUrl]) expect(findEmblem(undefined, imageUrl)).toBeNull();
});

test('an award goes to each chosen person; who failed stays chosen, who has it needs nothing', async () => {
  const { form, $partly } = createAwardForm('b1', onSaved);
  await form.submit();
  expect(form.$form.get().errors).toEqual({ people: 'Choose someone', reason: 'Reason is required' });
  form.change('people', [person('u1'), person('u2'), person('u3')]);
  form.change('reason', ' Ran it ');
  browser.answer('POST /badges/b1/award', ({ body }: { body: unknown }) => {
    const { userId } = body as { userId: string };
    if (userId === 'u1') return ok({ userBadge: {} });
    return userId === 'u2'
      ? refusal(400, 'User already has this badge', { code: 'BADGE_ALREADY_HELD' })
      : refusal(404, 'Target user not found', { code: 'BADGE_USER_NOT_FOUND' });
  });
  await form.submit();
  expect(sent().map(([, body]) => body)).toEqual(
    ['u1', 'u2', 'u3'].map((userId) => ({ userId, reason: 'Ran it' })),
  );
  const { values, failure } = form.$form.get();
  expect([values.people.map(({ id }) => id), failure, closed]).toEqual([
    ['u3'],
    'Failed to award badge: Target user not found',
    0,
  ]);
  expect($partly.get()).toBe('2 of 3 people now have the badge');
});

test.each([
  ['DELETE /badges/b1/revoke', { userId: 'u1' }, () => revocationOf('b1', { user: person('u1') })],
  [
    'DELETE /admin/users/u1/passkeys',
    {},
    () => createUserQuestions({} as UserList).resetPasskeys(person('u1')),
  ],
] as const)('%s is sent once, and with a reason', async (route, body, change) => {
  browser.answer(route, ok({}));
  const form = createReasonForm(change(), onSaved);
  form.change('reason', '  ');
  await form.submit();
  expect([form.$form.get().errors.reason, browser.requests]).toEqual(['Reason is required', []]);
  form.change('reason', ' By mistake ');
  await form.submit();
  expect(sent()).toEqual([[route, { ...body, reason: 'By mistake' }]]);
  expect(closed).toBe(1);
});

test('a holder says who gave it', () => {
  const given: Pick<BadgeHolder, 'awardedBy' | 'reason'> = {
    awardedBy: { id: 'g', name: 'Gita' },
    reason: 'x',
  };
  expect(toGiverText(given, false)).toBe('Gita');
  expect(toGiverText({ awardedBy: null, reason: null }, false)).toBe('Completed the league');
  expect(toGiverText({ awardedBy: null, reason: 'x' }, false)).toBe('A deleted account');
  expect(toGiverText({ awardedBy: null, reason: null }, true)).toBe('A deleted account');
});

test('a picture of ours is asked of our own API, whatever address it was uploaded under', () => {
  expect(toOwnPicture(badge.imageUrl)).toBe('/api/badge-pictures/b1/00ff00ff00ff00ff.png');
  expect([null, 'b.svg'].map(toOwnPicture)).toEqual([null, null]);
});
