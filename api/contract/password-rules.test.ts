import { expect, test } from 'bun:test';
import { PASSWORD_MIN_LENGTH } from './constants.ts';
import { checkPassword, meetsPasswordRules } from './password-rules.ts';

const failing = (password: string) =>
  checkPassword(password)
    .filter((check) => !check.holds)
    .map((check) => check.key);

test('RESET-08 CONST-09 at least 8 characters', () => {
  expect(PASSWORD_MIN_LENGTH).toBe(8);
  expect(failing('Abcde1!')).toEqual(['length']);
  expect(failing('Abcdef1!')).toEqual([]);
});
test('RESET-09 one uppercase letter', () => expect(failing('abcdef1!')).toEqual(['uppercase']));
test('RESET-10 one lowercase letter', () => expect(failing('ABCDEF1!')).toEqual(['lowercase']));
test('RESET-11 one digit', () => expect(failing('Abcdefg!')).toEqual(['digit']));
test('RESET-12 one special character, each of the listed ones and no other', () => {
  expect(failing('Abcdefg1')).toEqual(['special']);
  for (const sign of '!@#$%^&*(),.?":{}|<>') expect(failing(`Abcdefg1${sign}`)).toEqual([]);
  for (const sign of "-_=+/\\;'~` ") expect(failing(`Abcdefg1${sign}`)).toEqual(['special']);
});
test('RESET-16 a password passes when all five hold', () => {
  expect(meetsPasswordRules('Abcdef1!')).toBe(true);
  expect(meetsPasswordRules('abcdef1!')).toBe(false);
});
