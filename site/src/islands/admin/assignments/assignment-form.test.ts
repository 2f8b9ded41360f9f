import { expect, test } from 'bun:test';
import { ASSIGNMENT_DESCRIPTION_MAX_LENGTH, ASSIGNMENT_TITLE_MAX_LENGTH } from '#contract/assignments.ts';
import { toLocalInput } from '../form/local-time.ts';
import { ASSIGNMENT_INCOMPLETE, toDueDate, validateAssignment } from './assignment-form.ts';

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

test('AASSIGN-10 a due date is an ISO moment or null; one nobody touched keeps its seconds', () => {
  const before = '2026-11-21T18:30:42.000Z';
  expect(toDueDate(toLocalInput(before), before)).toBe(before);
  expect(toDueDate('', before)).toBeNull();
  expect(toDueDate(toLocalInput('2026-12-01T10:00:00.000Z'), before)).toBe('2026-12-01T10:00:00.000Z');
});
