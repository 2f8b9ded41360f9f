import { expect, test } from 'bun:test';
import { ApiFailure } from './api.ts';
import { createForm } from './form.ts';

const email = (rules: { submit?: () => Promise<'leaving' | 'staying'> } = {}) =>
  createForm({
    initial: { email: '' },
    validate: ({ email }) => (email ? {} : { email: 'E-mail is required' }),
    submit: rules.submit ?? (async () => 'staying'),
  });

test('MIGR-37 a field loses its error when it is edited', async () => {
  const form = email();
  await form.submit();
  expect(form.$form.get()).toMatchObject({
    errors: { email: 'E-mail is required' },
    refusals: 1,
    busy: false,
  });
  form.change('email', 'a');
  expect(form.$form.get().errors).toEqual({});
});

test('a double submit is one submit', async () => {
  let submits = 0;
  const form = email({
    submit: async () => {
      submits += 1;
      await Bun.sleep(1);
      return 'staying';
    },
  });
  form.change('email', 'a@b.co');
  await Promise.all([form.submit(), form.submit(), form.submit()]);
  expect(submits).toBe(1);
  expect(form.$form.get().busy).toBe(false);
});

test('SIGNIN-07 a refused submit keeps the values and shows the words of the failure', async () => {
  const form = email({
    submit: async () => {
      throw new ApiFailure({ kind: 'refused', status: 401, message: 'Invalid email or password' });
    },
  });
  form.change('email', 'a@b.co');
  await form.submit();
  expect(form.$form.get()).toEqual({
    values: { email: 'a@b.co' },
    errors: {},
    failure: 'Invalid email or password',
    busy: false,
    refusals: 1,
  });
});

test('FORGOT-06 something unexpected has words too', async () => {
  const form = email({
    submit: async () => {
      throw new TypeError('undefined is not a function');
    },
  });
  form.change('email', 'a@b.co');
  await form.submit();
  expect(form.$form.get().failure).toBe('Something went wrong. Please try again.');
});

test('a form stays busy while its page is leaving', async () => {
  const form = email({ submit: async () => 'leaving' });
  form.change('email', 'a@b.co');
  await form.submit();
  expect(form.$form.get().busy).toBe(true);
});
