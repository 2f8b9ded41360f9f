import { afterEach, expect, test } from 'bun:test';
import { atom } from 'nanostores';
import { debounceStore } from '../../shared/clock/debounce.ts';
import { type Address, createListState, isNarrowed } from './list-state.ts';

/** An address of its own, with a way back. */
function openAddress(search: string): Address & { search: () => string; goBackTo: (search: string) => void } {
  let params = new URLSearchParams(search);
  const followers = new Set<() => void>();
  return {
    read: () => new URLSearchParams(params),
    write: (next) => {
      params = next;
    },
    follow: (changed) => {
      followers.add(changed);
      return () => followers.delete(changed);
    },
    search: () => params.toString(),
    goBackTo: (before) => {
      params = new URLSearchParams(before);
      for (const follower of followers) follower();
    },
  };
}

const NEWEST = { key: 'joined', direction: 'descending' } as const;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('a list begins with what stands in the address', () => {
  const address = openAddress('q=asha&status=ACTIVE&sort=-name&page=3&tab=x');
  const list = createListState({ filters: ['status', 'role'], sort: NEWEST, address });
  expect(list.$list.get()).toEqual({
    search: 'asha',
    filters: { status: 'ACTIVE', role: '' },
    sort: { key: 'name', direction: 'descending' },
    page: 3,
  });
});

test('nonsense in the address counts as nothing', () => {
  for (const search of ['page=-1', 'page=1.5', 'page=x', 'sort=-', 'sort=']) {
    const list = createListState({ sort: NEWEST, address: openAddress(search) });
    expect(list.$list.get()).toEqual({ search: '', filters: {}, sort: NEWEST, page: 1 });
  }
});

test('AUSER-08 changes go into the address, begin at the first page, and Clear takes search and filters away', () => {
  const address = openAddress('tab=x&page=4');
  const list = createListState({ filters: ['status'], sort: NEWEST, address });
  list.search('asha');
  list.filter('status', 'PENDING');
  list.sortBy('name');
  list.turnTo(2);
  expect(Object.fromEntries(new URLSearchParams(address.search()))).toEqual({
    tab: 'x',
    q: 'asha',
    status: 'PENDING',
    sort: 'name',
    page: '2',
  });
  expect(isNarrowed(list.$list.get())).toBe(true);
  list.clear();
  expect(isNarrowed(list.$list.get())).toBe(false);
  expect(Object.fromEntries(new URLSearchParams(address.search()))).toEqual({ tab: 'x', sort: 'name' });
});

test('AUSER-11 AUSER-13 a new column starts ascending, the same one turns round', () => {
  const list = createListState({ sort: NEWEST, address: openAddress('') });
  list.sortBy('name');
  expect(list.$list.get().sort).toEqual({ key: 'name', direction: 'ascending' });
  list.sortBy('name');
  expect(list.$list.get().sort).toEqual({ key: 'name', direction: 'descending' });
  list.sortBy('olid');
  expect(list.$list.get().sort).toEqual({ key: 'olid', direction: 'ascending' });
  list.order(null);
  expect(list.$list.get().sort).toEqual(NEWEST);
});

test('Back brings the state of before', () => {
  const address = openAddress('');
  const list = createListState({ address });
  stops.push(list.$list.listen(() => undefined));
  list.search('asha');
  address.goBackTo('q=ravi&page=2');
  expect(list.$list.get()).toMatchObject({ search: 'ravi', page: 2 });
});

test('a settled store waits until typing stops', async () => {
  const $typed = atom('');
  const $settled = debounceStore($typed, 20);
  const seen: string[] = [];
  stops.push($settled.listen((value) => seen.push(value)));
  for (const value of ['a', 'as', 'ash']) $typed.set(value);
  expect(seen).toEqual([]);
  await Bun.sleep(60);
  expect(seen).toEqual(['ash']);
});
