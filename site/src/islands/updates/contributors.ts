import type { CommitUpdate } from './commits.ts';

export interface Contributor {
  username: string;
  commitCount: number;
}

/** Most commits first. A name with a space is no username. */
export function countContributors(updates: readonly Pick<CommitUpdate, 'author'>[]): Contributor[] {
  const counts = new Map<string, number>();
  for (const { author } of updates) {
    if (author && !/\s/.test(author)) counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  return [...counts]
    .map(([username, commitCount]) => ({ username, commitCount }))
    .sort((a, b) => b.commitCount - a.commitCount || a.username.localeCompare(b.username));
}
