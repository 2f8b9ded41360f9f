import { describe, expect, test } from 'bun:test';
import { COMMITS_CACHE_MS } from '#contract/constants.ts';
import { type CommitSource, cacheKey, listCommits, loadCommits } from './commits.ts';

const source: CommitSource = {
  baseUrl: 'https://code.test',
  repositories: {
    client: { owner: 'club', repo: 'front' },
    server: { owner: 'club', repo: 'back' },
    monitoring: { owner: 'club', repo: 'watch' },
  },
};

function makeCommit(number: number, date: string, login: string | null = 'noor') {
  return {
    sha: `${String(number).padStart(4, '0')}abcdef0123456789`,
    commit: { message: `feat: step ${number}\n\nbody`, author: { name: 'Noor Chenab', date } },
    author: login === null ? null : { login },
  };
}

/** Answers each repository from its list of commits, a page of 100 at a time. */
function makeHost(commits: Record<string, unknown[]>) {
  const asked: string[] = [];
  const fetchPage = async (address: string) => {
    asked.push(address);
    const url = new URL(address);
    const [, , , repo = ''] = url.pathname.split('/');
    const page = Number(url.searchParams.get('page'));
    return Response.json((commits[repo] ?? []).slice((page - 1) * 100, page * 100));
  };
  return { asked, fetchPage };
}

function makeStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe('listCommits', () => {
  test('UPD-08 CALL-21 pages of 100 until a short or an empty page', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => makeCommit(index, '2025-06-01T10:00:00Z'));
    const host = makeHost({ front: many(230), back: many(100), watch: many(3) });
    const updates = await listCommits(source, host.fetchPage);
    expect(updates).toHaveLength(333);
    expect(host.asked.filter((url) => url.includes('/front/'))).toEqual(
      [1, 2, 3].map((page) => `https://code.test/repos/club/front/commits?per_page=100&page=${page}`),
    );
    expect(host.asked.filter((url) => url.includes('/back/'))).toHaveLength(2);
    expect(host.asked.filter((url) => url.includes('/watch/'))).toHaveLength(1);
  });

  test('the name of an owner or repository is one part of the address that is asked', async () => {
    const host = makeHost({});
    const front = { owner: 'a/../b?c#d', repo: 'e/f&g' };
    await listCommits(
      { ...source, repositories: { ...source.repositories, client: front } },
      host.fetchPage,
    ).catch(() => {});
    expect(host.asked[0]).toStartWith('https://code.test/repos/a%2F..%2Fb%3Fc%23d/e%2Ff%26g/commits?');
  });

  test('UPD-09 merged newest first', async () => {
    const host = makeHost({
      front: [makeCommit(1, '2025-06-03T10:00:00Z'), makeCommit(2, '2025-06-01T10:00:00Z')],
      back: [makeCommit(3, '2025-06-02T10:00:00Z')],
      watch: [makeCommit(4, '2025-06-04T10:00:00Z')],
    });
    const updates = await listCommits(source, host.fetchPage);
    expect(updates.map(({ repo }) => repo)).toEqual(['monitoring', 'client', 'server', 'client']);
  });

  test('UPD-10 UPD-11 ENT-23 every field; the login before the name', async () => {
    const host = makeHost({
      front: [makeCommit(7, '2025-06-03T10:00:00Z')],
      back: [makeCommit(8, '2025-06-02T10:00:00Z', null)],
    });
    const [first, second] = await listCommits(source, host.fetchPage);
    expect(first).toEqual({
      id: 'client-0007abcdef0123456789',
      date: expect.stringMatching(/^Jun [234], 2025$/),
      time: expect.stringMatching(/^\d{1,2}:\d\d\s[AP]M$/),
      summary: 'feat: step 7',
      category: 'Features',
      commitHash: '0007abc',
      author: 'noor',
      repo: 'client',
      timestamp: Date.parse('2025-06-03T10:00:00Z'),
    });
    expect(second?.author).toBe('Noor Chenab');
  });

  test('a commit in an unknown shape is left out, the others stay', async () => {
    const host = makeHost({ front: [{ sha: 1 }, makeCommit(1, '2025-06-01T10:00:00Z')] });
    expect(await listCommits(source, host.fetchPage)).toHaveLength(1);
  });

  test('ERR-12 a refusal names its status', async () => {
    const refused = async () => new Response('{}', { status: 403 });
    await expect(listCommits(source, refused)).rejects.toThrow('GitHub API error: 403');
  });
});

describe('loadCommits', () => {
  const commits = { front: [makeCommit(1, '2025-06-03T10:00:00Z'), makeCommit(2, '2025-06-01T10:00:00Z')] };

  test('UPD-12 kept for 5 minutes, then asked again', async () => {
    const host = makeHost(commits);
    const storage = makeStorage();
    let time = 1_000_000;
    const devices = { fetchPage: host.fetchPage, storage, now: () => time };
    await loadCommits(source, devices);
    time += COMMITS_CACHE_MS - 1;
    expect(await loadCommits(source, devices)).toHaveLength(2);
    expect(host.asked).toHaveLength(3);
    time += 1;
    await loadCommits(source, devices);
    expect(host.asked).toHaveLength(6);
  });

  test('UPD-13 all and recent are kept apart', async () => {
    const host = makeHost(commits);
    const storage = makeStorage();
    const devices = { fetchPage: host.fetchPage, storage, now: () => 0 };
    expect(await loadCommits(source, devices, 1)).toHaveLength(1);
    expect(await loadCommits(source, devices)).toHaveLength(2);
    expect(cacheKey()).not.toBe(cacheKey(15));
    expect(cacheKey(15)).not.toBe(cacheKey(30));
  });

  test('UPD-12 damaged or forbidden storage costs a request and nothing else', async () => {
    const host = makeHost(commits);
    const broken = {
      getItem: () => '{',
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(
      await loadCommits(source, { fetchPage: host.fetchPage, storage: broken, now: () => 0 }),
    ).toHaveLength(2);
  });
});
