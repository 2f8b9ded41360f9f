import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositories } from '#content/site.json';
import { COMMITS_PER_PAGE } from '#contract/constants.ts';
import {
  COMMITS_HEADERS,
  type CommitSource,
  type CommitUpdate,
  type Fetch,
  listCommits,
  type RepositoryLabel,
} from './commits.ts';
import { type Contributor, countContributors } from './contributors.ts';

export const SNAPSHOT_SIZE = 60;
export const SNAPSHOT_TIME_ZONE = 'Asia/Kolkata';
/** For all three repositories together. */
const SNAPSHOT_TIMEOUT_MS = 2000;

export interface UpdatesSnapshot {
  /** ISO 8601 in UTC. */
  takenAt: string;
  /** Newest first, at most SNAPSHOT_SIZE. */
  updates: CommitUpdate[];
  /** All commits if `isComplete`, else a minimum. */
  total: number;
  isComplete: boolean;
  contributors: Contributor[];
}

export const COMMIT_SOURCE: CommitSource = {
  baseUrl: (import.meta.env.PUBLIC_COMMITS_API_URL || 'https://api.github.com').replace(/\/+$/, ''),
  repositories,
};

/** The Astro cache; other content folders have their own. */
const CACHE_FOLDER = process.env.CONTENT_DIR
  ? join(process.env.CONTENT_DIR, '.cache')
  : join(process.cwd(), 'node_modules/.astro');

let taken: Promise<UpdatesSnapshot | null> | undefined;

/** Falls back to the snapshot of an earlier build on this machine, else null. Never throws. */
export function findUpdatesSnapshot(): Promise<UpdatesSnapshot | null> {
  taken ??= takeSnapshot(COMMIT_SOURCE, {
    folder: CACHE_FOLDER,
    now: () => new Date(),
    fetchPage: fetchWithin(SNAPSHOT_TIMEOUT_MS),
  });
  return taken;
}

export function fetchWithin(milliseconds: number): Fetch {
  const signal = AbortSignal.timeout(milliseconds);
  return (url) => fetch(url, { headers: COMMITS_HEADERS, signal });
}

interface SnapshotDevices {
  fetchPage: Fetch;
  /** Folder of the last good snapshot. */
  folder: string;
  now: () => Date;
}

/** Stores the result; if a repository cannot be read, returns the stored snapshot or null. */
export async function takeSnapshot(
  source: CommitSource,
  { fetchPage, folder, now }: SnapshotDevices,
): Promise<UpdatesSnapshot | null> {
  const file = join(folder, keptName(source));
  try {
    const updates = await listCommits(source, fetchPage, { pages: 1, timeZone: SNAPSHOT_TIME_ZONE });
    const snapshot: UpdatesSnapshot = {
      takenAt: now().toISOString(),
      updates: updates.slice(0, SNAPSHOT_SIZE),
      total: updates.length,
      isComplete: labelsOf(source).every((label) => countOf(updates, label) < COMMITS_PER_PAGE),
      contributors: countContributors(updates),
    };
    if (snapshot.total === 0) return null;
    await keep(file, snapshot);
    return snapshot;
  } catch {
    return findOffline(file);
  }
}

const labelsOf = (source: CommitSource) => Object.keys(source.repositories) as RepositoryLabel[];

const countOf = (updates: readonly CommitUpdate[], label: RepositoryLabel) =>
  updates.filter(({ repo }) => repo === label).length;

/** Raise the number if the snapshot's shape changes. */
function keptName(source: CommitSource): string {
  const key = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 12);
  return `updates-snapshot-1-${key}.json`;
}

async function keep(file: string, snapshot: UpdatesSnapshot): Promise<void> {
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, JSON.stringify(snapshot));
  } catch {
    // Without a stored copy only the next offline build has no list.
  }
}

async function findOffline(file: string): Promise<UpdatesSnapshot | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as UpdatesSnapshot;
  } catch {
    return null;
  }
}
