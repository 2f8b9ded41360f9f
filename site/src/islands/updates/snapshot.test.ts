import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitSource } from './commits.ts';
import { fetchWithin, SNAPSHOT_SIZE, takeSnapshot } from './snapshot.ts';

/** A code host on this machine: how many commits each repository has, and how it answers just now. */
let host: Bun.Server<undefined>;
let manner: 'well' | 'limited' | 'broken' | 'silent' | 'stuttering' = 'well';
let counts: Record<string, number> = {};
let asked: string[] = [];
let folder = '';
let source: CommitSource;

const now = () => new Date('2025-09-20T10:00:00Z');
const take = (patience = 2000) => takeSnapshot(source, { fetchPage: fetchWithin(patience), folder, now });

function makeCommits(repo: string) {
  return Array.from({ length: Math.min(counts[repo] ?? 0, 100) }, (_, index) => ({
    sha: `${index}`.padStart(40, 'a'),
    commit: {
      message: `fix: step ${index}\n\nbody`,
      author: {
        name: 'Noor Chenab',
        date: new Date(Date.UTC(2025, 5, 13, 20) - index * 3_600_000).toISOString(),
      },
    },
    author: { login: 'noor' },
  }));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  manner = 'well';
  asked = [];
  host = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      if (manner === 'limited') return Response.json({ message: 'API rate limit exceeded' }, { status: 403 });
      if (manner === 'broken') return new Response('Oops', { status: 500 });
      if (manner === 'silent') return new Promise<Response>(() => {});
      if (manner === 'stuttering')
        return new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
      return Response.json(makeCommits(pathname.split('/')[3] ?? ''));
    },
  });
  source = {
    baseUrl: `http://127.0.0.1:${host.port}`,
    repositories: {
      client: { owner: 'club', repo: 'front' },
      server: { owner: 'club', repo: 'back' },
      monitoring: { owner: 'club', repo: 'watch' },
    },
  };
  counts = { front: 2, back: 1, watch: 1 };
});
afterEach(async () => {
  await host.stop(true);
  await rm(folder, { recursive: true });
});

test('UPD-01 the newest page of each of the three, with Indian days', async () => {
  const snapshot = await take();
  expect(asked.toSorted()).toEqual(
    ['back', 'front', 'watch'].map((repo) => `/repos/club/${repo}/commits?per_page=100&page=1`),
  );
  expect(snapshot).toMatchObject({ takenAt: '2025-09-20T10:00:00.000Z', total: 4, isComplete: true });
  expect(snapshot?.contributors).toEqual([{ username: 'noor', commitCount: 4 }]);
  // 20:00 in London is already the next day in India.
  expect(snapshot?.updates[0]).toMatchObject({
    date: 'Jun 14, 2025',
    time: expect.stringMatching(/^1:30\sAM$/),
  });
});

test('a long history is cut short and says so', async () => {
  counts = { front: 250, back: 20 };
  expect(await take()).toMatchObject({ total: 120, isComplete: false });
  expect((await take())?.updates).toHaveLength(SNAPSHOT_SIZE);
});

for (const trouble of ['limited', 'broken', 'silent', 'stuttering'] as const) {
  test(`a host that is ${trouble} gives what an earlier build has read, or nothing, and soon`, async () => {
    manner = trouble;
    expect(await take(150)).toBeNull();
    manner = 'well';
    const earlier = await take();
    manner = trouble;
    expect(await take(150)).toEqual(earlier);
  });
}

test('no network, another source, a folder that cannot be written to', async () => {
  const earlier = await take();
  await host.stop(true);
  expect(await take()).toEqual(earlier);
  source = { ...source, baseUrl: `${source.baseUrl}/elsewhere` };
  expect(await take()).toBeNull();
  folder = join(folder, 'no', '\0');
  expect(await take()).toBeNull();
  folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
});

test('repositories without a single commit are no snapshot', async () => {
  counts = {};
  expect(await take()).toBeNull();
});
