import { beforeEach, expect, test } from 'bun:test';
import { createDialogForm } from '#site/islands/shared/form/dialog-form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { storeAccount } from '#site/islands/shared/offline/offline-cache.ts';
import { setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { createEditorForm } from './staff-form.ts';

setUpFakeBrowser();
beforeEach(() => storeAccount({ id: 'u1' } as Parameters<typeof storeAccount>[0]));

const open = (
  about: string | null = 'c1',
  initial = { name: 'Cohort', description: 'Old', isActive: true },
) =>
  createDialogForm({
    initial,
    draftId: about,
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
  storeAccount({ id: 'u2' } as Parameters<typeof storeAccount>[0]);
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

interface Values {
  name: string;
  place: string;
  order: string;
}
const INITIAL: Values = { name: 'One', place: 'a', order: '3' };

function edit(about: string | null = 'm1') {
  const sent: unknown[] = [];
  let closed = 0;
  const form = createEditorForm({
    draftId: about,
    initial: INITIAL,
    validate: () => ({}),
    toBody: ({ name, place, order }: Values) => ({ name: name.trim(), place, order: Number(order) }),
    create: async (body) => sent.push(['create', body]),
    update: async (id, changes) => sent.push([id, changes]),
    sentWith: ['place', 'order'],
    action: 'update module',
    done: 'Module saved',
    onSaved: () => {
      closed += 1;
    },
  });
  return { form, sent, closed: () => closed };
}

test('two people at once: only what the person changed is sent', async () => {
  const renamed = edit();
  renamed.form.change('name', 'Two ');
  await renamed.form.submit();
  expect(renamed.sent).toEqual([['m1', { name: 'Two' }]]);
  const moved = edit();
  moved.form.change('place', 'b');
  await moved.form.submit();
  expect(moved.sent).toEqual([['m1', { place: 'b', order: 3 }]]);
  const made = edit(null);
  await made.form.submit();
  expect(made.sent).toEqual([['create', { name: 'One', place: 'a', order: 3 }]]);
});

test('a form saved as it was sends nothing, says so and closes', async () => {
  const { form, sent, closed } = edit();
  form.change('name', 'One ');
  await form.submit();
  expect([sent, closed(), $toasts.get().at(-1)]).toMatchObject([
    [],
    1,
    { text: 'Nothing was changed', tone: 'info' },
  ]);
});

test('P41 what is made keeps its key while the same is sent again, and gets another one for anything else', async () => {
  const sent: [name: string, key: string][] = [];
  let isReached = false;
  const openNew = () =>
    createEditorForm({
      draftId: null,
      initial: { ...INITIAL },
      validate: () => ({}),
      toBody: ({ name }: Values) => ({ name: name.trim() }),
      create: async ({ name }, key) => {
        sent.push([name, key]);
        if (!isReached)
          throw new ApiFailure({ kind: 'network', message: 'Network error. Please try again.' });
      },
      update: async () => {},
      action: 'create module',
      done: 'Module created',
      onSaved: () => {},
    });
  const form = openNew();
  await form.submit();
  await form.submit();
  form.change('name', 'Two');
  await form.submit();
  isReached = true;
  await form.submit();
  // It was made and closes: pressing once more sends nothing. The next one is something else, by whatever name.
  await form.submit();
  const next = openNew();
  next.change('name', 'Two');
  await next.submit();
  expect(sent.map(([name]) => name)).toEqual(['One', 'One', 'Two', 'Two', 'Two']);
  const [first, again, changed, made, other] = sent.map(([, key]) => key);
  expect([first, changed]).toEqual([again, made]);
  expect(new Set([first, changed, other]).size).toBe(3);
  expect(first).toMatch(/^[\x21-\x7e]{8,128}$/);
});
