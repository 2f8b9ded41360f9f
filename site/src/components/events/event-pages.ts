/** As many cards as one page of the list holds: whole rows of two and of three. */
export const EVENTS_PER_PAGE = 24;

/** One page of the list of events. */
export interface EventPage<T> {
  /** From 1, the newest. */
  number: number;
  /** How many pages there are. */
  count: number;
  /** Newest first. */
  events: T[];
}

/** Cuts the list into pages; there is always a first one. */
export function cutEventPages<T>(newestFirst: readonly T[]): EventPage<T>[] {
  const count = Math.max(1, Math.ceil(newestFirst.length / EVENTS_PER_PAGE));
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    count,
    events: newestFirst.slice(index * EVENTS_PER_PAGE, (index + 1) * EVENTS_PER_PAGE),
  }));
}

/** Where a page of the list stands: the first one is the list itself. */
export const toEventsPath = (page: number) => (page <= 1 ? '/events' : `/events/page/${page}`);

/** The numbers to offer on a page: both ends and its neighbours; null where some are passed over. */
export function pickPageNumbers(current: number, count: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const wanted = [...new Set(near)].sort((a, b) => a - b);
  return wanted.flatMap((page, index) => {
    const skipped = page - (wanted[index - 1] ?? page - 1) - 1;
    if (skipped === 0) return [page];
    // A gap of one is a number that fits in its place.
    return skipped === 1 ? [page - 1, page] : [null, page];
  });
}
