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

/** Enough for the page without scripts and for a feed. */
export const SNAPSHOT_SIZE = 60;
/** The time zone of the people it is about. */
export const SNAPSHOT_TIME_ZONE = 'Asia/Kolkata';
/** A build waits no longer than this for all three repositories together. */
const SNAPSHOT_TIMEOUT_MS = 2000;

/** The history of the platform as the build read it. */
export interface UpdatesSnapshot {
  /** When the commits were read, ISO 8601 in UTC. */
  takenAt: string;
  /** The newest commits of the three repositories, newest first, at most SNAPSHOT_SIZE. */
  updates: CommitUpdate[];
  /** All commits if `isWhole`; else there are more. */
  total: number;
  isWhole: boolean;
  /** Counted from the commits that were read. */
  contributors: Contributor[];
}

/** Where the updates page and the snapshot read, from PUBLIC_COMMITS_API_URL and content/site.json. */
export const COMMIT_SOURCE: CommitSource = {
  baseUrl: (import.meta.env.PUBLIC_COMMITS_API_URL || 'https://api.github.com').replace(/\/+$/, ''),
  repositories,
};

/** Build cache; other content folders have their own. */
const CACHE_FOLDER = process.env.CONTENT_DIR
  ? join(process.env.CONTENT_DIR, '.cache')
  : join(process.cwd(), 'node_modules/.astro');

let taken: Promise<UpdatesSnapshot | null> | undefined;

/**
 * Snapshot of this build, or one of an earlier build on this machine (`takenAt`), or null. Never throws, and takes at
 * most SNAPSHOT_TIMEOUT_MS.
 */
export function findUpdatesSnapshot(): Promise<UpdatesSnapshot | null> {
  taken ??= takeSnapshot(COMMIT_SOURCE, {
    folder: CACHE_FOLDER,
    now: () => new Date(),
    fetchPage: fetchWithin(SNAPSHOT_TIMEOUT_MS),
  });
  return taken;
}

/** All answers have to arrive whole before the time is up. */
export function fetchWithin(milliseconds: number): Fetch {
  const signal = AbortSignal.timeout(milliseconds);
  return (url) => fetch(url, { headers: COMMITS_HEADERS, signal });
}

interface SnapshotDevices {
  fetchPage: Fetch;
  /** Where the last good snapshot waits for a day without the network. */
  folder: string;
  now: () => Date;
}

/** Reads the newest page of each repository and stores the result; on failure returns the stored one, or null. */
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
      isWhole: labelsOf(source).every((label) => countOf(updates, label) < COMMITS_PER_PAGE),
      contributors: countContributors(updates),
    };
    if (snapshot.total === 0) return null;
    await keep(file, snapshot);
    return snapshot;
  } catch {
    return findKept(file);
  }
}

const labelsOf = (source: CommitSource) => Object.keys(source.repositories) as RepositoryLabel[];

const countOf = (updates: readonly CommitUpdate[], label: RepositoryLabel) =>
  updates.filter(({ repo }) => repo === label).length;

/** Another source, or another shape of what is kept, is another file. */
function keptName(source: CommitSource): string {
  const key = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 12);
  return `updates-snapshot-1-${key}.json`;
}

async function keep(file: string, snapshot: UpdatesSnapshot): Promise<void> {
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, JSON.stringify(snapshot));
  } catch {
    // Not writable: only the next offline build has no list.
  }
}

async function findKept(file: string): Promise<UpdatesSnapshot | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as UpdatesSnapshot;
  } catch {
    return null;
  }
}
