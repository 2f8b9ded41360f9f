import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { ApiFailure } from '../http/api.ts';
import { type FakeBrowser, openFakeBrowser } from '../testing/fake-browser.ts';
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

describe('a draft', () => {
  let browser: FakeBrowser;
  beforeEach(() => {
    browser = openFakeBrowser();
  });
  afterEach(() => browser.close());

  const account = (submit: () => Promise<'leaving' | 'staying'> = async () => 'staying') =>
    createForm({
      initial: { email: '', password: '' },
      submit,
      draft: { key: () => ({ name: 'account', owner: 'u1' }), fields: ['email'] },
    });
  const failing = async (): Promise<never> => {
    throw new ApiFailure({ kind: 'network', message: 'Network error. Please try again.' });
  };

  test('survives a reload and a failed submit, without the password', async () => {
    const form = account(failing);
    form.change('email', 'a@b.co');
    form.change('password', 'Quiet-lantern-81');
    await form.submit();
    const again = account();
    again.restore();
    expect(again.$form.get().values).toEqual({ email: 'a@b.co', password: '' });
    expect(
      JSON.stringify(
        [...Array(sessionStorage.length).keys()].map((index) => {
          const key = sessionStorage.key(index) ?? '';
          return [key, sessionStorage.getItem(key)];
        }),
      ),
    ).not.toContain('Quiet-lantern-81');
  });

  test('goes when the form is through', async () => {
    const form = account();
    form.change('email', 'a@b.co');
    await form.submit();
    expect(sessionStorage.length).toBe(0);
  });

  test('does not overwrite what was typed since', () => {
    account().change('email', 'before@b.co');
    const form = account();
    form.change('email', 'now@b.co');
    form.restore();
    expect(form.$form.get().values.email).toBe('now@b.co');
  });

  test('of another kind of value, or spoilt, is left out', () => {
    for (const kept of ['{"email":7}', 'null', '[', '"text"']) {
      sessionStorage.setItem('draft:u1:account', kept);
      const form = account();
      form.restore();
      expect(form.$form.get().values.email).toBe('');
    }
  });
});
