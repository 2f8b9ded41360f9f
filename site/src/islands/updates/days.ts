import type { CommitUpdate } from './commits.ts';

export function groupByDay(updates: readonly CommitUpdate[]): { day: string; updates: CommitUpdate[] }[] {
  const groups = new Map<string, CommitUpdate[]>();
  for (const update of updates) {
    const ofDay = groups.get(update.date);
    if (ofDay) ofDay.push(update);
    else groups.set(update.date, [update]);
  }
  return [...groups].map(([day, ofDay]) => ({ day, updates: ofDay }));
}

/** Number of updates in the first whole days that hold at least `count`. */
export function countWholeDays(updates: readonly CommitUpdate[], count: number): number {
  let held = 0;
  for (const { updates: ofDay } of groupByDay(updates)) {
    if (held >= count) break;
    held += ofDay.length;
  }
  return held;
}

/** 'day-jun-13-2025' for 'Jun 13, 2025'. */
export const toDayId = (day: string) => `day-${day.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
