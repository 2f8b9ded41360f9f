import type { ActivityStats, Heatmap } from '#contract/activity.ts';

/** `day` is YYYY-MM-DD; `count` is at least 1. */
export interface ActiveDay {
  day: string;
  count: number;
}

export function toHeatmap(days: ActiveDay[], year: number): Heatmap {
  const inYear = days.filter(({ day }) => day.startsWith(`${year}-`));
  return Object.fromEntries(inYear.map(({ day, count }) => [day, { active: true, count }]));
}

/** `days` must be sorted. A streak that ended yesterday is still current. */
export function toStats(days: ActiveDay[], today: string): ActivityStats {
  let longestStreak = 0;
  let streak = 0;
  let previous: string | undefined;
  for (const { day } of days) {
    streak = previous !== undefined && daysBetween(previous, day) === 1 ? streak + 1 : 1;
    longestStreak = Math.max(longestStreak, streak);
    previous = day;
  }
  const isCurrent = previous !== undefined && daysBetween(previous, today) <= 1;
  return { currentStreak: isCurrent ? streak : 0, longestStreak, totalActiveDays: days.length };
}

export function toYears(days: ActiveDay[], today: string): number[] {
  const years = new Set([today, ...days.map(({ day }) => day)].map((day) => Number(day.slice(0, 4))));
  return [...years].sort((a, b) => b - a);
}

export function readYear(asked: string | undefined, today: string): number {
  return Number(asked && /^(19|20|21)\d{2}$/.test(asked) ? asked : today.slice(0, 4));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
