import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSiteCheck } from './curriculum-sites.ts';
import type { Finding } from './find-icon.ts';
import { createIconStore } from './icon-store.ts';
import { createIcons } from './icons.ts';

const ICON = new Uint8Array([1, 2, 3]);
const NONE = new Uint8Array();
const DAY_MS = 86_400_000;

let folder: string;
let asked: string[];
let finding: Finding;
let clock: number;
const now = () => clock;
const find = async (host: string) => {
  asked.push(host);
  return finding;
};
const open = () => createIcons({ store: createIconStore({ folder, now }), find, now });
/** Asks until the search that goes on behind the first answer has ended. */
async function askUntilFinal(icons: ReturnType<typeof open>, host: string) {
  let answer = await icons(host);
  while (!answer.isFinal) {
    await Bun.sleep(1);
    answer = await icons(host);
  }
  return answer;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'icons-'));
  asked = [];
  finding = { kind: 'icon', bytes: ICON };
  clock = Date.now();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('FAVICON-03 a domain is looked up once, however often and by however many it is asked for', async () => {
  const icons = open();
  const answers = await Promise.all([icons('a.org'), icons('a.org'), icons('a.org')]);
  for (const answer of answers) expect(answer).toEqual({ bytes: NONE, isFinal: false });
  expect(await askUntilFinal(icons, 'a.org')).toEqual({ bytes: ICON, isFinal: true });
  await icons('a.org');
  expect(asked).toEqual(['a.org']);
  await askUntilFinal(icons, 'b.org');
  expect(asked).toEqual(['a.org', 'b.org']);
});

test('FAVICON-03 F12 of six hundred sites asked for at once five hundred are looked up, the others when they are asked for again', async () => {
  const way = Promise.withResolvers<void>();
  const store = { read: async () => null, keep: async () => {} };
  const slow = async (host: string) => {
    asked.push(host);
    await way.promise;
    return finding;
  };
  const icons = createIcons({ store, find: slow, now });
  const hosts = Array.from({ length: 600 }, (_, index) => `site-${index}.org`);
  await Promise.all(hosts.map(icons));
  way.resolve();
  for (let known = -1; known < asked.length; ) {
    known = asked.length;
    await Bun.sleep(20);
  }
  expect(asked).toEqual(hosts.slice(0, 500));
  await icons('site-599.org');
  expect(asked.at(-1)).toBe('site-599.org');
});

test('FAVICON-03 F12 of sites that do not answer five hundred are remembered, then the memory begins anew', async () => {
  const store = { read: async () => null, keep: async () => {} };
  const answers = async (host: string): Promise<Finding> => {
    asked.push(host);
    // Every other one answers, so that there seems to be a way out.
    return host.startsWith('dead') ? { kind: 'unreachable' } : { kind: 'none' };
  };
  const icons = createIcons({ store, find: answers, now });
  const look = async (host: string) => {
    await icons(host);
    await Bun.sleep(0);
  };
  const isAskedAgain = async () => {
    const before = asked.length;
    await look('dead-0.org');
    return asked.length > before;
  };
  for (let number = 0; number < 500; number++) {
    await look(`dead-${number}.org`);
    await look(`live-${number}.org`);
  }
  expect(await isAskedAgain()).toBe(false);
  await look('dead-500.org');
  expect(await isAskedAgain()).toBe(true);
});

test('FAVICON-03 what was found outlives the process, and so does that there is none', async () => {
  await askUntilFinal(open(), 'a.org');
  finding = { kind: 'none' };
  await askUntilFinal(open(), 'b.org');
  // A file is written under another name first.
  const listKept = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  while ((await listKept()).length < 2) await Bun.sleep(1);
  expect(await listKept()).toEqual(['a.org', 'b.org']);
  const restarted = open();
  expect(await restarted('a.org')).toEqual({ bytes: ICON, isFinal: true });
  expect(await restarted('b.org')).toEqual({ bytes: NONE, isFinal: true });
  expect(asked).toEqual(['a.org', 'b.org']);
});

test('FAVICON-03 a site without an icon is asked again after a day, a known icon after thirty and shown meanwhile', async () => {
  const icons = open();
  await askUntilFinal(icons, 'a.org');
  finding = { kind: 'none' };
  await askUntilFinal(icons, 'b.org');
  clock += DAY_MS - 1000;
  await icons('b.org');
  expect(asked).toEqual(['a.org', 'b.org']);
  clock += 2000;
  await askUntilFinal(icons, 'b.org');
  expect(asked).toEqual(['a.org', 'b.org', 'b.org']);
  clock += 30 * DAY_MS;
  finding = { kind: 'unreachable' };
  expect(await icons('a.org')).toEqual({ bytes: ICON, isFinal: false });
  expect(asked.at(-1)).toBe('a.org');
});

test('FAVICON-03 without a network nothing is kept, and nobody is asked again for ten minutes', async () => {
  finding = { kind: 'unreachable' };
  const icons = open();
  expect(await icons('a.org')).toEqual({ bytes: NONE, isFinal: false });
  await Bun.sleep(5);
  await icons('a.org');
  expect(asked).toEqual(['a.org']);
  expect(await readdir(folder)).toEqual([]);
  clock += 10 * 60_000 + 1;
  finding = { kind: 'icon', bytes: ICON };
  expect(await askUntilFinal(icons, 'a.org')).toEqual({ bytes: ICON, isFinal: true });
});

test('FAVICON-02 nobody waits for a search; its answer is there the next time', async () => {
  let end = (_: Finding) => {};
  const icons = createIcons({
    store: createIconStore({ folder, now }),
    find: () => new Promise((resolve) => (end = resolve)),
    now,
  });
  expect(await icons('a.org')).toEqual({ bytes: NONE, isFinal: false });
  expect(await icons('a.org')).toEqual({ bytes: NONE, isFinal: false });
  end({ kind: 'icon', bytes: ICON });
  expect(await askUntilFinal(icons, 'a.org')).toEqual({ bytes: ICON, isFinal: true });
});

test('FAVICON-04 four sites are looked for at a time, a failed search makes room', async () => {
  let running = 0;
  let most = 0;
  const fourRun = Promise.withResolvers<void>();
  const icons = createIcons({
    store: createIconStore({ folder, now }),
    find: async (host) => {
      asked.push(host);
      running += 1;
      most = Math.max(most, running);
      if (running === 4) fourRun.resolve();
      await fourRun.promise;
      // Time for a fifth to come.
      await Bun.sleep(5);
      running -= 1;
      if (asked.length % 3 === 0) throw new Error('broken');
      return { kind: 'icon', bytes: ICON };
    },
    now,
  });
  for (let index = 0; index < 23; index += 1) await icons(`site-${index}.org`);
  while (asked.length < 23 || running > 0) await Bun.sleep(1);
  expect(most).toBe(4);
});

test('FAVICON-03 after four searches in a row that nobody answered nobody is asked for a minute, then by one', async () => {
  finding = { kind: 'unreachable' };
  const icons = open();
  const askAll = async () => {
    for (let index = 0; index < 76; index += 1) await icons(`site-${index}.org`);
    await Bun.sleep(20);
  };
  await askAll();
  const first = asked.length;
  expect(first).toBeLessThanOrEqual(7);
  await askAll();
  expect(asked.length).toBe(first);
  clock += 60_000;
  await askAll();
  expect(asked.length).toBe(first + 1);
  finding = { kind: 'icon', bytes: ICON };
  clock += 60_000;
  while (asked.length < 76) await askAll();
  await askAll();
  expect(asked.length).toBe(76);
});

test('FAVICON-03 memory is bounded; what was pushed out is read from its file', async () => {
  const store = createIconStore({ folder, now, memoryMaxBytes: 1000 });
  for (let index = 0; index < 10; index += 1) await store.keep(`site-${index}.org`, new Uint8Array(100));
  await rm(join(folder, 'site-9.org'));
  await rm(join(folder, 'site-0.org'));
  expect(await store.read('site-9.org')).not.toBeNull();
  expect(await store.read('site-0.org')).toBeNull();
  expect((await store.read('site-1.org'))?.bytes.length).toBe(100);
});

test('FAVICON-03 a folder that cannot be written is no failure', async () => {
  const blocked = join(folder, 'file');
  await writeFile(blocked, '');
  const icons = createIcons({ store: createIconStore({ folder: blocked, now }), find, now });
  expect(await askUntilFinal(icons, 'a.org')).toEqual({ bytes: ICON, isFinal: true });
  expect(await icons('a.org')).toEqual({ bytes: ICON, isFinal: true });
  expect(asked).toEqual(['a.org']);
});

test('P30 made-up sites cost one reading of the curriculum in five seconds', async () => {
  let readings = 0;
  let sites = ['a.org'];
  const isKnown = createSiteCheck(async () => {
    readings += 1;
    return sites;
  }, now);
  const answers = await Promise.all(['a.org', 'x.org', 'y.org'].map(isKnown));
  expect(answers).toEqual([true, false, false]);
  for (let index = 0; index < 100; index += 1) await isKnown(`made-up-${index}.org`);
  expect(readings).toBe(1);
  sites = ['b.org'];
  clock += 5000;
  expect(await isKnown('b.org')).toBe(true);
  expect(await isKnown('a.org')).toBe(false);
  expect(readings).toBe(2);
});
