/** Divisible by two and three, so every row is full. */
const EVENTS_PER_PAGE = 24;

export interface EventPage<T> {
  number: number;
  count: number;
  events: T[];
}

export function cutEventPages<T>(sorted: readonly T[]): EventPage<T>[] {
  const count = Math.max(1, Math.ceil(sorted.length / EVENTS_PER_PAGE));
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    count,
    events: sorted.slice(index * EVENTS_PER_PAGE, (index + 1) * EVENTS_PER_PAGE),
  }));
}

export const toEventsPath = (page: number) => (page <= 1 ? '/events' : `/events/page/${page}`);

/** Pages to link; null marks a gap. */
export function pickPageNumbers(current: number, count: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const wanted = [...new Set(near)].sort((a, b) => a - b);
  return wanted.flatMap((page, index) => {
    const skipped = page - (wanted[index - 1] ?? page - 1) - 1;
    if (skipped === 0) return [page];
    return skipped === 1 ? [page - 1, page] : [null, page];
  });
}
