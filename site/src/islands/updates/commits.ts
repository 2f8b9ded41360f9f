import * as z from 'zod/mini';
import { COMMITS_CACHE_MS, COMMITS_PER_PAGE } from '#contract/constants.ts';
import { type Category, toCategory } from './categories.ts';

/** Frontend is client, backend is server (docs/product.md OPEN-32). */
export type RepositoryLabel = 'client' | 'server' | 'monitoring';

/** Where the commits are read. */
export interface CommitSource {
  /** Address of the code-hosting API without a final slash. */
  baseUrl: string;
  repositories: Record<RepositoryLabel, { owner: string; repo: string }>;
}

/** One change of the platform (ENT-23). */
export interface CommitUpdate {
  id: string;
  /** 'Jun 13, 2025' in the reader's time zone, or another one. */
  date: string;
  /** '4:05 PM' in the same time zone. */
  time: string;
  /** First line of the message. */
  summary: string;
  category: Category;
  /** First 7 characters of the sha (UPD-11). */
  commitHash: string;
  /** Login, else the name written in the commit. */
  author: string;
  repo: RepositoryLabel;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** Fields that are read (UPD-10). */
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
/** Requests this shape, whatever the host's default. */
export const COMMITS_HEADERS = { Accept: 'application/vnd.github+json' };

/** Writes a moment's day and time. */
type Calendar = Record<'day' | 'clock', Intl.DateTimeFormat>;

function openCalendar(timeZone: string | undefined): Calendar {
  return {
    day: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone }),
    clock: new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }),
  };
}

/** A commit as the list shows it. */
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
  /** Pages of 100 read of each repository; all when left out. */
  pages?: number | undefined;
  /** The reader's own when left out. */
  timeZone?: string;
}

/**
 * Reads page by page until an empty or short page (UPD-08, CALL-21), or `pages` pages. Throws 'GitHub API error:
 * {status}' (ERR-12).
 */
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
      // One commit in an unknown shape must not hide all the others.
      const reply = CommitReply.safeParse(entry);
      if (reply.success) updates.push(toCommitUpdate(reply.data, label, calendar));
    }
    if (replies.length < COMMITS_PER_PAGE) break;
  }
  return updates;
}

/** Merged, newest first (UPD-09). Throws ERR-12. */
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

/** Storage key of all commits, or of the newest (UPD-13). */
export const cacheKey = (recent?: number) =>
  recent === undefined ? 'updates:all' : `updates:recent-${recent}`;

interface CommitDevices {
  fetchPage: Fetch;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
}

/**
 * All or the `recent` newest commits, from a copy of the last 5 minutes if there is one (UPD-12). The newest need only
 * the first pages.
 */
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
    // A full or forbidden storage only costs the next visit a request.
  }
  return updates;
}

/** All commits from a copy of the last 5 minutes, or null. */
export const findKeptCommits = (storage: CommitDevices['storage'], now: number) =>
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
