import { afterEach, beforeEach, expect, test } from 'bun:test';
import { keepAccount } from '#site/islands/shared/offline/kept-account.ts';
import { type FakeBrowser, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createStaffForm } from './staff-form.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
  keepAccount({ id: 'u1' } as Parameters<typeof keepAccount>[0]);
});
afterEach(() => browser.close());

const open = (
  about: string | null = 'c1',
  initial = { name: 'Cohort', description: 'Old', isActive: true },
) =>
  createStaffForm({
    initial,
    about,
    validate: () => ({}),
    save: async () => {},
    action: 'update cohort',
    done: 'Cohort saved',
    onSaved: () => {},
  });

test('P45 what was typed into a staff form waits for the same account, and nothing else of it', () => {
  open().change('description', 'A long text about it');
  // Somebody renamed it meanwhile: what was not typed is as it stands now.
  const again = open('c1', { name: 'Renamed', description: 'Old', isActive: false });
  expect(again.$form.get().values).toEqual({
    name: 'Renamed',
    description: 'A long text about it',
    isActive: false,
  });
  expect(again.initial.description).toBe('Old');
  expect(open('c2').$form.get().values.description).toBe('Old');
  keepAccount({ id: 'u2' } as Parameters<typeof keepAccount>[0]);
  expect(open().$form.get().values.description).toBe('Old');
});

test('P45 a draft goes when it is saved, discarded or as it was', async () => {
  const saved = open();
  saved.change('description', 'New');
  await saved.submit();
  expect(sessionStorage.length).toBe(0);
  const discarded = open(null);
  discarded.change('description', 'New');
  discarded.discard();
  expect(sessionStorage.length).toBe(0);
  const typedBack = open();
  typedBack.change('description', 'New');
  typedBack.change('description', 'Old');
  expect(sessionStorage.length).toBe(0);
});
