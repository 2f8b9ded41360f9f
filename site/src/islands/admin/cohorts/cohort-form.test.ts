import { beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '../../shared/testing/fake-browser.ts';
import { createCohortForm, validateCohort } from './cohort-form.ts';

const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

const COHORT = {
  id: 'c1',
  name: 'Cohort 2',
  description: null,
  isActive: false,
  autoApprove: true,
  maxEnrollments: 40,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  specializations: [],
  _count: { enrollments: 0, specializations: 0, leagues: 0 },
};

test('a form that is through is sent once, cleaned, and closes', async () => {
  browser.answer('POST /cohorts', ok(COHORT));
  let closed = 0;
  const form = createCohortForm(null, () => {
    closed += 1;
  });
  form.change('name', '  Cohort 2 ');
  form.change('maxEnrollments', '40');
  await Promise.all([form.submit(), form.submit()]);
  expect(browser.sent('POST /cohorts').map(({ body }) => body)).toEqual([
    { name: 'Cohort 2', description: null, isActive: true, autoApprove: false, maxEnrollments: 40 },
  ]);
  expect(closed).toBe(1);
});

test('ERR-18 a refusal keeps what was typed, says why, and marks the field it is about', async () => {
  browser.answer(
    'PUT /cohorts/c1',
    refusal(409, 'Cohort with this name already exists', { code: 'COHORT_NAME_TAKEN' }),
  );
  const form = createCohortForm(COHORT, () => {
    throw new Error('must stay open');
  });
  form.change('name', 'Cohort 1');
  await form.submit();
  expect(form.$form.get()).toMatchObject({
    busy: false,
    values: { name: 'Cohort 1', isActive: false, autoApprove: true, maxEnrollments: '40' },
    failure: 'Failed to update cohort: Cohort with this name already exists',
    errors: { name: 'Choose a name that no other cohort has' },
  });
});

test('a limit of enrollments is a whole number of at least 1', () => {
  const values = { name: 'x', description: '', isActive: true, autoApprove: false, maxEnrollments: '' };
  expect(validateCohort(values)).toEqual({});
  for (const maxEnrollments of ['0', '-1', '1.5', 'many']) {
    expect(validateCohort({ ...values, maxEnrollments }).maxEnrollments).toBeDefined();
  }
});
