import { expect, test } from 'bun:test';
import { ASSIGNMENT_DESCRIPTION_MAX_LENGTH, ASSIGNMENT_TITLE_MAX_LENGTH } from '#contract/assignments.ts';
import { toLocalInput } from '../form/local-time.ts';
import { ASSIGNMENT_INCOMPLETE, setsPastDueDate, validateAssignment } from './assignment-form.ts';

const values = { title: 'Build it', description: 'From scratch', leagueId: 'ml', dueDate: '' };

test('AASSIGN-09 title, description and league are required; the sentence stands once', () => {
  expect(ASSIGNMENT_INCOMPLETE).toBe('Title, description, and league are required');
  expect(validateAssignment(values)).toEqual({});
  expect(validateAssignment({ ...values, title: ' ' })).toEqual({ title: ASSIGNMENT_INCOMPLETE });
  expect(validateAssignment({ ...values, description: '' })).toEqual({ description: ASSIGNMENT_INCOMPLETE });
  expect(validateAssignment({ ...values, leagueId: '' })).toEqual({ leagueId: ASSIGNMENT_INCOMPLETE });
  expect(validateAssignment({ title: '', description: '', leagueId: '', dueDate: '' })).toEqual({
    title: ASSIGNMENT_INCOMPLETE,
    description: 'Add a description',
    leagueId: 'Choose a league',
  });
});

test('texts have a greatest length and a due date a range', () => {
  expect(
    validateAssignment({
      ...values,
      title: 'x'.repeat(ASSIGNMENT_TITLE_MAX_LENGTH + 1),
      description: 'x'.repeat(ASSIGNMENT_DESCRIPTION_MAX_LENGTH + 1),
      dueDate: '1999-01-01T10:00',
    }),
  ).toEqual({
    title: 'Title must be 200 characters or less',
    description: 'Description must be 10000 characters or less',
    dueDate: 'Choose a date from 2000 to 2199',
  });
});

test('a due date that has passed is asked about where it is new and the form is whole', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const local = (moment: string) => ({ ...values, dueDate: toLocalInput(moment) });
  const [past, future] = [local('2026-11-28T11:59:00Z'), local('2026-11-28T12:01:00Z')];
  expect(setsPastDueDate(past, values, now)).toBe(true);
  expect(setsPastDueDate(past, future, now)).toBe(true);
  expect(setsPastDueDate(future, values, now)).toBe(false);
  expect(setsPastDueDate({ ...past, title: 'Renamed' }, past, now)).toBe(false);
  expect(setsPastDueDate(values, past, now)).toBe(false);
  expect(setsPastDueDate({ ...past, title: '' }, values, now)).toBe(false);
});
