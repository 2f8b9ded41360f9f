import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Specialization } from '#contract/specializations.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../../shared/testing/fake-browser.ts';
import { findFaults } from '../form/editor-fields.ts';
import { createSpecializationForm, SPECIALIZATION_FIELDS } from './SpecializationDialog.tsx';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
  localStorage.setItem('accessToken', 'a');
});
afterEach(() => browser.close());

const stored = (updatedAt: string, ids: string[]): Specialization => ({
  id: 's1',
  name: 'Data Science',
  description: null,
  cohortId: 'c1',
  cohort: { id: 'c1', name: 'Cohort 1.5' },
  leagues: ids.map((id, index) => ({
    id: `p-${id}`,
    leagueId: id,
    order: index + 1,
    league: { id, name: id, description: null },
  })),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt,
  _count: { userSpecializations: 0, leagues: ids.length },
});

test('ASPEC-03 name and cohort are required, the description is not', () => {
  const values = { name: 'Data', cohortId: 'c1', description: '' };
  expect(findFaults(SPECIALIZATION_FIELDS, values)).toEqual({});
  expect(findFaults(SPECIALIZATION_FIELDS, { ...values, name: ' ' }).name).toBe('Name is required');
  expect(findFaults(SPECIALIZATION_FIELDS, { ...values, cohortId: '' }).cohortId).toBe('Cohort is required');
});

test('two people at once: the slower one is told, sees the new order, and may then save over it', async () => {
  const current = stored('2026-01-02T00:00:00.000Z', ['finance', 'ml']);
  browser.answer(
    'PUT /specializations/s1',
    refusal(409, 'Somebody else changed this specialization meanwhile.', {
      code: 'SPECIALIZATION_CHANGED',
      specialization: current,
    }),
  );
  let closed = 0;
  const form = createSpecializationForm(stored('2026-01-01T00:00:00.000Z', ['ml', 'finance']), () => {
    closed += 1;
  });
  form.change('name', 'Data Science 2');
  form.change('leagues', [{ id: 'ml', label: 'ml' }]);
  await form.submit();
  expect(form.$form.get()).toMatchObject({
    failure: 'Failed to update specialization: Somebody else changed this specialization meanwhile.',
    values: { name: 'Data Science 2', leagues: [{ id: 'finance' }, { id: 'ml' }] },
  });
  expect(closed).toBe(0);
  browser.answer('PUT /specializations/s1', ok(current));
  await form.submit();
  expect(closed).toBe(1);
  expect(browser.sent('PUT /specializations/s1').map(({ body }) => body)).toEqual([
    {
      name: 'Data Science 2',
      leagues: [{ leagueId: 'ml', order: 1 }],
      expectedUpdatedAt: '2026-01-01T00:00:00.000Z',
    },
    {
      name: 'Data Science 2',
      leagues: [
        { leagueId: 'finance', order: 1 },
        { leagueId: 'ml', order: 2 },
      ],
      expectedUpdatedAt: '2026-01-02T00:00:00.000Z',
    },
  ]);
});

test('two people at once: another name leaves alone the leagues that somebody else put in order', async () => {
  const before = stored('2026-01-01T00:00:00.000Z', ['ml', 'finance']);
  browser.answer('PUT /specializations/s1', ok(before));
  const form = createSpecializationForm(before, () => undefined);
  form.change('name', 'Data Science 2');
  await form.submit();
  await createSpecializationForm(before, () => undefined).submit();
  expect(browser.requests.map(({ body }) => body)).toEqual([{ name: 'Data Science 2' }]);
});
