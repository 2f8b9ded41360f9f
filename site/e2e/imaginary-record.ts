import type { DataOf } from '../../api/contract/call.ts';
import type { ActivityYear, NextUp } from '../../api/contract/learning.ts';
import type { getRevision, RevisionEntry } from '../../api/contract/revision.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const place = (name: string) => ({
  section: {
    id: 'section-1',
    name: 'Gates',
    week: { id: 'week-1', name: 'One qubit', league: { id: 'league-0', name } },
  },
});

/** What is next in leagues of the given names, with an assignment over and one due, and two resources to revise. */
export function imaginaryNextUp(names: readonly string[]): NextUp {
  return {
    resources: names.map((name, index) => ({
      league: { id: `league-${index}`, name },
      week: { id: `week-${index}`, name: `Module of ${name}` },
      section: { id: `section-${index}`, name: `Topic of ${name}` },
      resource: { id: `resource-${index}`, title: `Next in ${name}`, type: 'ARTICLE' },
    })),
    revision: { marked: 5, due: 2, pausedAt: null },
    assignments: [
      {
        id: 'assignment-1',
        title: 'Essay on interference',
        league: { id: 'league-0', name: names[0] ?? '' },
        dueDate: inDays(-3),
        isOverdue: true,
        status: 'NEEDS_REVISION',
      },
      {
        id: 'assignment-2',
        title: 'A circuit of your own',
        league: { id: 'league-1', name: names[1] ?? '' },
        dueDate: inDays(3),
        isOverdue: false,
        status: null,
      },
    ],
  };
}

/** A year with something done every third day, and in a row for the last four days before today. */
export function imaginaryActivity(): ActivityYear {
  const today = inDays(0).slice(0, 10);
  const days: Record<string, number> = {};
  for (let ago = 370; ago > 0; ago--) {
    if (ago <= 4 || ago % 3 === 0) days[inDays(-ago).slice(0, 10)] = 1 + (ago % 12);
  }
  return {
    today,
    from: inDays(-370).slice(0, 10),
    days,
    currentStreak: 4,
    longestStreak: 4,
    activeDays: Object.keys(days).length,
    isTodayDone: false,
    streak: { days: 4, longest: 4, isTodayDone: false, restsToday: null },
  };
}

/** A marked resource; due since yesterday unless told otherwise. */
export function imaginaryEntry(
  index: number,
  changes: Partial<RevisionEntry> & { note?: string } = {},
): RevisionEntry {
  const { note, ...rest } = changes;
  const id = `resource-${index}`;
  return {
    resource: {
      id,
      title: `Marked ${index}`,
      url: `https://example.org/${index}`,
      type: 'ARTICLE',
      minutes: null,
      order: index,
      ...place('Quantum'),
    },
    progress: {
      id: `progress-${index}`,
      userId: 'user-abc123',
      resourceId: id,
      isCompleted: true,
      completedAt: inDays(-9),
      markedForRevision: true,
      personalNote: note ?? null,
      timeSpent: null,
      createdAt: inDays(-9),
      updatedAt: inDays(-4),
    },
    markedAt: inDays(-4),
    dueAt: inDays(-1),
    isDue: true,
    reviews: 0,
    lastReviewedAt: null,
    ...rest,
  };
}

/** The revision list with those entries. */
export function imaginaryRevision(
  entries: RevisionEntry[],
  pausedAt: string | null = null,
): DataOf<typeof getRevision> {
  const shown = entries.map((entry) => ({ ...entry, isDue: entry.isDue && pausedAt === null }));
  const count = shown.length;
  return {
    revision: shown,
    sums: { marked: count, due: shown.filter(({ isDue }) => isDue).length, pausedAt },
    pagination: {
      page: 1,
      limit: 50,
      total: count,
      totalPages: 1,
      totalCount: count,
      hasNextPage: false,
      hasPreviousPage: false,
    },
  };
}
