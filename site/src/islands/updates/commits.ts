import * as z from 'zod/mini';
import { COMMITS_CACHE_MS, COMMITS_PER_PAGE } from '#contract/constants.ts';
import { type Category, toCategory } from './categories.ts';

/** 'client' is the frontend and 'server' the backend repository (docs/product.md OPEN-32). */
export type RepositoryLabel = 'client' | 'server' | 'monitoring';

export interface CommitSource {
  /** API address without a trailing slash. */
  baseUrl: string;
  repositories: Record<RepositoryLabel, { owner: string; repo: string }>;
}

export interface CommitUpdate {
  id: string;
  /** 'Jun 13, 2025' in the reader's or another time zone. */
  date: string;
  /** '4:05 PM' in the same time zone. */
  time: string;
  summary: string;
  category: Category;
  commitHash: string;
  /** Login, else the name in the commit. */
  author: string;
  repo: RepositoryLabel;
  /** Milliseconds since 1970. */
  timestamp: number;
}

const CommitReply = z.object({
  sha: z.string().check(z.minLength(7)),
  commit: z.object({
    message: z.string(),
    author: z.object({ name: z.string(), date: z.string() }),
  }),
  author: z.optional(z.nullable(z.object({ login: z.optional(z.string()) }))),
});
type CommitReply = z.infer<typeof CommitReply>;

export type Fetch = (url: string) => Promise<Response>;
/** Requests a fixed response format. */
export const COMMITS_HEADERS = { Accept: 'application/vnd.github+json' };

type Calendar = Record<'day' | 'clock', Intl.DateTimeFormat>;

function openCalendar(timeZone: string | undefined): Calendar {
  return {
    day: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone }),
    clock: new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }),
  };
}

function toCommitUpdate(reply: CommitReply, repo: RepositoryLabel, { day, clock }: Calendar): CommitUpdate {
  const moment = new Date(reply.commit.author.date);
  const isKnown = !Number.isNaN(moment.getTime());
  const summary = reply.commit.message.split('\n', 1)[0]?.trim() ?? '';
  return {
    id: `${repo}-${reply.sha}`,
    date: isKnown ? day.format(moment) : '',
    time: isKnown ? clock.format(moment) : '',
    summary,
    category: toCategory(summary),
    commitHash: reply.sha.slice(0, 7),
    author: reply.author?.login ?? reply.commit.author.name,
    repo,
    timestamp: isKnown ? moment.getTime() : 0,
  };
}

interface ReadingLimits {
  /** Pages of 100 commits per repository; all if undefined. */
  pages?: number | undefined;
  /** The reader's time zone by default. */
  timeZone?: string;
}

/** Reads up to `pages` pages until one is not full. Throws 'GitHub API error: {status}'. */
async function listRepositoryCommits(
  { baseUrl, repositories }: CommitSource,
  label: RepositoryLabel,
  fetchPage: Fetch,
  { pages = Number.POSITIVE_INFINITY, timeZone }: ReadingLimits,
): Promise<CommitUpdate[]> {
  const calendar = openCalendar(timeZone);
  const { owner, repo } = repositories[label];
  const updates: CommitUpdate[] = [];
  for (let page = 1; page <= pages; page++) {
    const response = await fetchPage(
      `${baseUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/commits?per_page=${COMMITS_PER_PAGE}&page=${page}`,
    );
    if (!response.ok) throw new Error(`GitHub API error: ${response.status}`);
    const replies = z.array(z.unknown()).parse(await response.json());
    for (const entry of replies) {
      // A commit of unknown shape must not fail the list.
      const reply = CommitReply.safeParse(entry);
      if (reply.success) updates.push(toCommitUpdate(reply.data, label, calendar));
    }
    if (replies.length < COMMITS_PER_PAGE) break;
  }
  return updates;
}

/** Newest first. Throws if a repository cannot be read. */
export async function listCommits(
  source: CommitSource,
  fetchPage: Fetch,
  limits: ReadingLimits = {},
): Promise<CommitUpdate[]> {
  const labels = Object.keys(source.repositories) as RepositoryLabel[];
  const lists = await Promise.all(
    labels.map((label) => listRepositoryCommits(source, label, fetchPage, limits)),
  );
  return lists.flat().sort((a, b) => b.timestamp - a.timestamp);
}

const Cached = z.object({ savedAt: z.number(), updates: z.array(z.unknown()) });

const cacheKey = (recent?: number) => (recent === undefined ? 'updates:all' : `updates:recent-${recent}`);

interface CommitDevices {
  fetchPage: Fetch;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
}

/** A cached copy is used for 5 minutes. The newest commits need only first pages. */
export async function loadCommits(
  source: CommitSource,
  { fetchPage, storage, now }: CommitDevices,
  recent?: number,
): Promise<CommitUpdate[]> {
  const key = cacheKey(recent);
  const kept = readCached(storage, key, now());
  if (kept) return kept;
  const all = await listCommits(source, fetchPage, { pages: recent === undefined ? undefined : 1 });
  const updates = recent === undefined ? all : all.slice(0, recent);
  try {
    storage.setItem(key, JSON.stringify({ savedAt: now(), updates }));
  } catch {
    // Without a cached copy the next visit loads again.
  }
  return updates;
}

export const findCachedCommits = (storage: CommitDevices['storage'], now: number) =>
  readCached(storage, cacheKey(), now);

function readCached(storage: Pick<Storage, 'getItem'>, key: string, now: number): CommitUpdate[] | null {
  try {
    const cached = Cached.safeParse(JSON.parse(storage.getItem(key) ?? 'null'));
    if (!cached.success) return null;
    const age = now - cached.data.savedAt;
    return age >= 0 && age < COMMITS_CACHE_MS ? (cached.data.updates as CommitUpdate[]) : null;
  } catch {
    return null;
  }
}
