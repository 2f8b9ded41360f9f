import { expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { $overview, dashboard } from '../data/dashboard.ts';
import { saveGoal } from './goal.ts';

const browser = setUpFakeBrowser();
const overview = {
  enrollments: [],
  badges: [],
  specializations: [],
  statistics: {},
  today: { goal: 1 },
};

test('a goal shows at once, is stored in the order of the choices, and taken back when refused', async () => {
  $toasts.set([]);
  browser.answer('GET /progress/dashboard', ok(overview));
  browser.answer('PUT /users/me/learning', ok({ dailyGoal: 3, isHiddenFromBoards: false }));
  await dashboard.ensure();
  const saving = [saveGoal(3), saveGoal(5)];
  expect($overview.get().goal).toBe(5);
  await Promise.all(saving);
  expect(browser.sent('PUT /users/me/learning').map(({ body }) => body)).toEqual([
    { dailyGoal: 3 },
    { dailyGoal: 5 },
  ]);
  for (const refused of [refusal(500, 'No'), 'network'] as const) {
    browser.answer('PUT /users/me/learning', refused);
    await saveGoal(1);
    expect($overview.get().goal).toBe(5);
  }
  expect($toasts.get().map(({ tone }) => tone)).toEqual(['danger', 'danger']);
});
