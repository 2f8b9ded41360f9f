import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { User } from '#contract/users.ts';
import { stopSession } from '#site/islands/shared/session/session.ts';
import { ok, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createDetailsForm } from './profile-details.ts';

const user = {
  id: 'u1',
  name: 'Ada Lovelace',
  institute: 'Sample Institute of Technology',
  department: 'Difference Engines',
  graduationYear: 1990,
  studentId: 'SIT-104',
  phoneNumber: '9876543210',
} as User;
const SAVE = 'PUT /auth/profile';

afterEach(stopSession);
const browser = setUpFakeBrowser();
let doneCount: number;
beforeEach(() => {
  doneCount = 0;
  localStorage.setItem('accessToken', 'a');
  browser.answer(SAVE, ok(user));
  browser.answer('GET /auth/profile', ok(user));
});
const open = () => createDetailsForm(user, () => void doneCount++);

test('PROF-06 PROF-07 what was changed is saved, and nothing else', async () => {
  const form = open();
  expect(form.$form.get().values).toMatchObject({
    department: 'Other',
    otherDepartment: 'Difference Engines',
    graduationYear: '1990',
  });
  form.change('name', ' Ada King ');
  form.change('phoneNumber', '+91 98123 45678');
  await form.submit();
  expect(browser.sent(SAVE)[0]?.body).toEqual({ name: 'Ada King', phoneNumber: '9812345678' });
  expect(doneCount).toBe(1);
});

test('PROF-07 a department of the list replaces the typed one', async () => {
  const form = open();
  form.change('department', 'Biotechnology');
  await form.submit();
  expect(browser.sent(SAVE)[0]?.body).toEqual({ department: 'Biotechnology' });
});

test('PROF-06 PROF-07 faults stand at their fields, those of unchanged fields stop nobody', async () => {
  const form = open();
  form.change('name', 'A');
  form.change('studentId', ' ');
  await form.submit();
  expect(form.$form.get().errors).toEqual({
    name: 'Name must be between 2 and 50 characters',
    studentId: 'Student ID is required',
  });
  expect(browser.sent(SAVE)).toEqual([]);
});

test('nothing changed, nothing sent', async () => {
  await open().submit();
  expect([browser.sent(SAVE).length, doneCount]).toEqual([0, 1]);
});
