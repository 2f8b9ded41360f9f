import { describe, expect, test } from 'bun:test';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import {
  clearOutbox,
  countOutbox,
  type KeyValueStore,
  type OutboxDraft,
  openOutbox,
} from '#site/islands/shared/offline/outbox.ts';
import { createSender, type Outcome } from './sender.ts';

/** Local storage of a browser, shared by its tabs. */
function createPlace(): KeyValueStore & { entries: Map<string, string>; isFull: boolean } {
  const entries = new Map<string, string>();
  return {
    entries,
    isFull: false,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const draft = (call: string, resource = 'r1'): OutboxDraft => ({
  lane: `resource:${resource}`,
  call,
  params: { resourceId: resource },
  body: {},
  leagueId: 'ml',
  title: resource,
});
const refusal = (status: number, code = 'NO', extra = {}) =>
  new ApiFailure({ kind: 'refused', status, message: `no ${status}`, reply: { code, ...extra } });
const offline = () => new ApiFailure({ kind: 'network', message: 'Network error' });

type Answer = 'ok' | ApiFailure | Promise<void>;

/** A tab whose server answers what it is told to, and else gives the next answer of a list. */
function openTab(place: KeyValueStore, options: { owner?: string; timeoutMs?: number } = {}) {
  const owner = options.owner ?? 'u1';
  const sent: string[] = [];
  const settled: [string, Outcome['kind']][] = [];
  const server: { answer: (call: string) => Answer } = { answer: () => 'ok' };
  const store = openOutbox(owner, place);
  const sender = createSender({
    store,
    owner,
    send: async ({ call, id }) => {
      sent.push(`${call} ${id}`);
      const answer = server.answer(call);
      if (answer instanceof ApiFailure) throw answer;
      if (answer !== 'ok') await answer;
      return call;
    },
    onSettled: (action, outcome) => void settled.push([action.call, outcome.kind]),
    ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
  });
  return { store, sender, sent, settled, server, calls: () => sent.map((one) => one.split(' ')[0]) };
}

describe('an action of the learner', () => {
  test('P41 is kept before it is sent and gone once it is answered', async () => {
    const place = createPlace();
    const tab = openTab(place);
    let keptMeanwhile = 0;
    tab.server.answer = () => {
      keptMeanwhile = place.entries.size;
      return 'ok';
    };
    expect(await tab.sender.perform(draft('tick'))).toEqual({ kind: 'sent', data: 'tick' });
    expect([keptMeanwhile, place.entries.size, tab.settled]).toEqual([1, 0, []]);
  });

  test('P41 waits on the device without a connection, and goes out once, in order, under its own key', async () => {
    const place = createPlace();
    const tab = openTab(place);
    tab.server.answer = offline;
    for (const call of ['tick', 'reset', 'note'])
      expect(await tab.sender.perform(draft(call))).toMatchObject({ kind: 'queued' });
    expect(tab.calls()).toEqual(['tick', 'tick', 'tick']);
    expect(new Set(tab.sent).size).toBe(1);
    expect(await tab.sender.drain()).toBe(false);
    tab.server.answer = () => 'ok';
    expect(await tab.sender.drain()).toBe(true);
    expect(tab.calls().slice(4)).toEqual(['tick', 'reset', 'note']);
    expect(tab.settled).toEqual([
      ['tick', 'sent'],
      ['reset', 'sent'],
      ['note', 'sent'],
    ]);
    expect(place.entries.size).toBe(0);
  });

  test.each([429, 401, 502, 503, 504])('%i says nothing about the action: it waits', async (status) => {
    const tab = openTab(createPlace());
    tab.server.answer = () => refusal(status);
    expect(await tab.sender.perform(draft('tick'))).toMatchObject({ kind: 'queued' });
  });

  test('P22 of hundreds of kept actions that meet a limit on the way none is lost, sent twice or pressed for', async () => {
    const place = createPlace();
    const tab = openTab(place);
    for (let index = 0; index < 300; index++) tab.store.add(draft(`tick-${index}`, `r${index % 20}`));
    let left = 100;
    tab.server.answer = () => (left-- > 0 ? 'ok' : refusal(429));
    expect(await tab.sender.drain()).toBe(false);
    expect([tab.settled.length, place.entries.size]).toEqual([100, 200]);
    // No more than the few that were on their way.
    expect(tab.sent.length).toBeLessThanOrEqual(104);
    tab.server.answer = () => 'ok';
    expect(await tab.sender.drain()).toBe(true);
    expect([new Set(tab.settled.map(([call]) => call)).size, tab.settled.length]).toEqual([300, 300]);
    expect([place.entries.size, new Set(tab.sent).size]).toEqual([0, 300]);
  });

  test('a refusal is told to who stands waiting, and nothing of it is kept', async () => {
    const place = createPlace();
    const tab = openTab(place);
    for (const status of [403, 404, 409, 500]) {
      tab.server.answer = () => refusal(status);
      expect(await tab.sender.perform(draft('tick'))).toMatchObject({ kind: 'refused', failure: { status } });
      expect(place.entries.size).toBe(0);
    }
  });

  test('words that another note stands in the way of are kept, although somebody waited', async () => {
    const tab = openTab(createPlace());
    tab.server.answer = () => refusal(409, 'NOTE_CHANGED', { currentNote: null });
    expect(await tab.sender.perform(draft('note'))).toMatchObject({
      kind: 'refused',
      failure: { status: 409 },
    });
    expect(tab.store.$actions.get()).toMatchObject([{ call: 'note', refusal: { currentNote: null } }]);
  });

  test('a refusal that comes later stays to be seen, with its reason, and holds up nothing', async () => {
    const tab = openTab(createPlace());
    tab.server.answer = offline;
    for (const call of ['note', 'tick']) await tab.sender.perform(draft(call));
    tab.server.answer = (call) =>
      call === 'note' ? refusal(409, 'NOTE_CHANGED', { currentNote: 'theirs' }) : 'ok';
    expect(await tab.sender.drain()).toBe(true);
    expect(tab.store.$actions.get()).toMatchObject([
      {
        call: 'note',
        refusal: { status: 409, code: 'NOTE_CHANGED', message: 'no 409', currentNote: 'theirs' },
      },
    ]);
    expect(tab.settled).toEqual([
      ['note', 'refused'],
      ['tick', 'sent'],
    ]);
    const count = tab.sent.length;
    await tab.sender.drain();
    expect(tab.sent).toHaveLength(count);
  });

  test('an error inside the server is tried five times before somebody has to decide', async () => {
    const tab = openTab(createPlace());
    tab.server.answer = offline;
    await tab.sender.perform(draft('tick'));
    tab.server.answer = () => refusal(500);
    for (let round = 0; round < 8; round++) await tab.sender.drain();
    expect([tab.sent.length, tab.store.$actions.get()[0]?.refusal?.status]).toEqual([5, 500]);
  });

  test('nobody waits longer than their patience; the answer still counts when it comes', async () => {
    const tab = openTab(createPlace(), { timeoutMs: 5 });
    let answer = () => {};
    tab.server.answer = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    expect(await tab.sender.perform(draft('tick'))).toMatchObject({ kind: 'queued' });
    answer();
    await Bun.sleep(1);
    expect([tab.settled, tab.store.$actions.get()]).toEqual([[['tick', 'sent']], []]);
  });

  test('different things do not wait for each other', async () => {
    const tab = openTab(createPlace());
    let answer = () => {};
    tab.server.answer = (call) =>
      call === 'slow'
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : 'ok';
    const slow = tab.sender.perform(draft('slow', 'r1'));
    expect(await tab.sender.perform(draft('quick', 'r2'))).toMatchObject({ kind: 'sent' });
    answer();
    expect(await slow).toMatchObject({ kind: 'sent' });
  });

  test('where nothing can be kept it goes out once and a failure is told', async () => {
    const place = createPlace();
    place.isFull = true;
    const tab = openTab(place);
    expect(await tab.sender.perform(draft('tick'))).toEqual({ kind: 'sent', data: 'tick' });
    tab.server.answer = offline;
    expect(await tab.sender.perform(draft('tick'))).toMatchObject({
      kind: 'refused',
      failure: { kind: 'network' },
    });
  });
});

describe('what is kept', () => {
  test('survives a reload, is seen by every tab of its account, and by no other account', async () => {
    const place = createPlace();
    const [tab, stranger] = [openTab(place), openTab(place, { owner: 'u2' })];
    tab.server.answer = offline;
    await tab.sender.perform(draft('tick'));
    const later = openTab(place);
    expect(later.store.$actions.get().map(({ call }) => call)).toEqual(['tick']);
    stranger.store.follow(null);
    await stranger.sender.drain();
    expect([stranger.store.$actions.get(), stranger.sent]).toEqual([[], []]);
    await later.sender.drain();
    expect(later.calls()).toEqual(['tick']);
    await tab.sender.drain();
    expect(tab.calls()).toEqual(['tick']);
    expect([tab.store.$actions.get(), place.entries.size]).toEqual([[], 0]);
  });

  test('is counted and thrown away by account; anything unreadable is passed over', () => {
    const place = createPlace();
    for (const owner of ['u1', 'u1', 'u2']) openOutbox(owner, place).add(draft('tick'));
    place.setItem('unsent:u1:x|broken', '{');
    place.setItem('accessToken', 'a');
    expect(openOutbox('u1', place).$actions.get()).toHaveLength(2);
    expect([countOutbox('u2', place), countOutbox(null, place)]).toEqual([1, 4]);
    clearOutbox('u1', place);
    expect([countOutbox('u1', place), countOutbox(null, place)]).toEqual([0, 1]);
    clearOutbox(null, place);
    expect([...place.entries.keys()]).toEqual(['accessToken']);
  });
});
