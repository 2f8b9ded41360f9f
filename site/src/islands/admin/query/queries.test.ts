import { afterEach, beforeEach, expect, test } from 'bun:test';
import { atom } from 'nanostores';
import { createLatest } from '#site/islands/shared/query/latest.ts';
import { createQuery, forgetQueries, invalidateQueries } from '#site/islands/shared/query/query.ts';
import { createStaffQueryFor } from './queries.ts';

const stops: (() => void)[] = [];
beforeEach(forgetQueries);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server whose answers come when the test says so. */
function createServer() {
  const waiting = new Map<string, (answer: string) => void>();
  const asked: string[] = [];
  return {
    asked,
    load: (search: string) => {
      asked.push(search);
      return new Promise<string>((resolve) => waiting.set(search, resolve));
    },
    answer: async (search: string) => {
      waiting.get(search)?.(`rows of ${search}`);
      await Bun.sleep(1);
    },
  };
}

test('the last parameters count, in whatever order answers come; the old rows stay meanwhile', async () => {
  const { asked, load, answer } = createServer();
  const $search = atom<string | null>('a');
  const query = createStaffQueryFor('badges', 'rows', $search, load);
  stops.push(
    query.$state.listen(() => undefined),
    query.watch(),
  );
  await answer('a');
  $search.set('ab');
  $search.set('abc');
  expect(query.$state.get()).toMatchObject({ data: 'rows of a', isLoading: true });
  await answer('abc');
  await answer('ab');
  expect(query.$state.get()).toMatchObject({ data: 'rows of abc', isLoading: false });
  $search.set('a');
  expect(query.$state.get().data).toBe('rows of a');
  $search.set(null);
  expect(asked).toEqual(['a', 'ab', 'abc']);
  // Who asks for nothing is shown nothing, and no rows of before while the next ones are on their way.
  expect(query.$state.get().data).toBeNull();
  $search.set('z');
  expect(query.$state.get()).toMatchObject({ data: null, isLoading: true });
});

test('what is watched is asked for again when it is invalidated; the rest loses its data', async () => {
  let calls = 0;
  const load = async () => ++calls;
  const watched = createQuery('weeks:all', load);
  const other = createQuery('weeks:other', load);
  const kept = createQuery('leagues:all', load);
  await Promise.all([other.ensure(), kept.ensure()]);
  stops.push(watched.watch());
  await Bun.sleep(1);
  invalidateQueries((key) => key.startsWith('weeks:'));
  await Bun.sleep(1);
  expect([watched, other, kept].map(({ $state }) => $state.get().data)).toEqual([4, null, 2]);
  expect(createQuery('weeks:all', load)).toBe(watched);
});

test('a change during a request has what is watched asked for again after it', async () => {
  const { asked, load, answer } = createServer();
  const query = createQuery('rows', () => load('all'));
  stops.push(query.watch());
  query.invalidate();
  await answer('all');
  expect(asked).toHaveLength(2);
  await answer('all');
  expect(query.$state.get()).toMatchObject({ data: 'rows of all', isLoading: false });
});

test('what the user changed is not replaced by an answer asked for before, and is asked for again', async () => {
  const { asked, load, answer } = createServer();
  const query = createQuery('rows', () => load('all'));
  stops.push(query.watch());
  await answer('all');
  const shown: (string | null)[] = [];
  stops.push(query.$state.listen(({ data }) => shown.push(data)));
  const refreshing = query.refresh();
  query.change((rows) => `${rows}, ticked`);
  await answer('all');
  expect(asked).toHaveLength(3);
  expect(new Set(shown)).toEqual(new Set(['rows of all, ticked']));
  await answer('all');
  expect(await refreshing).toBe(true);
  expect(query.$state.get()).toMatchObject({ data: 'rows of all', isLoading: false });
});

test('where nobody watches, what the user changed stays until the next visit asks again', async () => {
  const { asked, load, answer } = createServer();
  const query = createQuery('rows', () => load('all'), { staleMs: 1000, now: () => 0 });
  const first = query.ensure();
  await answer('all');
  await first;
  const refreshing = query.refresh();
  query.change((rows) => `${rows}, ticked`);
  await answer('all');
  await refreshing;
  expect(asked).toHaveLength(2);
  expect(query.$state.get()).toMatchObject({ data: 'rows of all, ticked', isLoading: false });
  void query.ensure();
  expect(asked).toHaveLength(3);
});

test('an answer that came with another one gives way to a change made after that was asked for', async () => {
  let waiting: (() => void) | undefined;
  const task = createQuery('task', async () => 'own answer');
  const page = createQuery(
    'page',
    () => new Promise<string>((resolve) => (waiting = () => resolve('old answer'))),
    {
      present: (answer, since) => {
        task.put(answer, since);
        return answer;
      },
    },
  );
  const first = page.ensure();
  waiting?.();
  await first;
  expect(task.$state.get().data).toBe('old answer');
  const second = page.refresh();
  task.change(() => 'new answer');
  waiting?.();
  await second;
  expect(task.$state.get().data).toBe('new answer');
});

test('what begins later aborts what began before', () => {
  const latest = createLatest();
  const first = latest.begin();
  const second = latest.begin();
  expect([first.aborted, second.aborted]).toEqual([true, false]);
  latest.cancel();
  expect(second.aborted).toBe(true);
});
