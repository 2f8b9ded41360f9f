import { expect, test } from 'bun:test';
import { type CommitSource, listCommits, loadCommits } from './commits.ts';

const source: CommitSource = {
  baseUrl: 'https://code.test',
  repositories: {
    client: { owner: 'club', repo: 'front' },
    server: { owner: 'club', repo: 'back' },
    monitoring: { owner: 'club', repo: 'watch' },
  },
};

const commit = {
  sha: '0001abcdef0123456789',
  commit: { message: 'feat: step', author: { name: 'Noor Chenab', date: '2025-06-01T10:00:00Z' } },
  author: { login: 'noor' },
};

/** Answers the first repository with these commits, the others with none. */
function makeHost(commits: unknown[]) {
  const asked: string[] = [];
  const fetchPage = async (address: string) => {
    asked.push(address);
    return Response.json(address.includes('/front/') ? commits : []);
  };
  return { asked, fetchPage };
}

test('the name of an owner or repository is one part of the address that is asked', async () => {
  const host = makeHost([]);
  const front = { owner: 'a/../b?c#d', repo: 'e/f&g' };
  await listCommits(
    { ...source, repositories: { ...source.repositories, client: front } },
    host.fetchPage,
  ).catch(() => {});
  expect(host.asked[0]).toStartWith('https://code.test/repos/a%2F..%2Fb%3Fc%23d/e%2Ff%26g/commits?');
});

test('a commit in an unknown shape is left out, the others stay', async () => {
  expect(await listCommits(source, makeHost([{ sha: 1 }, commit]).fetchPage)).toHaveLength(1);
});

test('UPD-12 damaged or forbidden storage costs a request and nothing else', async () => {
  const storage = {
    getItem: () => '{',
    setItem: () => {
      throw new Error('full');
    },
  };
  const { fetchPage } = makeHost([commit]);
  expect(await loadCommits(source, { fetchPage, storage, now: () => 0 })).toHaveLength(1);
});
