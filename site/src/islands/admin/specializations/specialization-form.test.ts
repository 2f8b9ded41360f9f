import { beforeEach, expect, test } from 'bun:test';
import type { Specialization } from '#contract/specializations.ts';
import { ok, setUpFakeBrowser } from '../../shared/testing/fake-browser.ts';
import { createSpecializationForm } from './specialization-form.ts';

const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

const stored: Specialization = {
  id: 's1',
  name: 'Data Science',
  description: null,
  cohortId: 'c1',
  cohort: { id: 'c1', name: 'Cohort 1.5' },
  leagues: ['ml', 'finance'].map((id, index) => ({
    id: `p-${id}`,
    leagueId: id,
    order: index + 1,
    league: { id, name: id, description: null },
  })),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  _count: { userSpecializations: 0, leagues: 2 },
};

test('two people at once: another name leaves alone the leagues that somebody else put in order', async () => {
  browser.answer('PUT /specializations/s1', ok(stored));
  const form = createSpecializationForm(stored, () => undefined);
  form.change('name', 'Data Science 2');
  await form.submit();
  await createSpecializationForm(stored, () => undefined).submit();
  expect(browser.requests.map(({ body }) => body)).toEqual([{ name: 'Data Science 2' }]);
});
