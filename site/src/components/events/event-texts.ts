import type { ImageMetadata } from 'astro';
import { EVENT_DESCRIPTION_LENGTH } from '#contract/constants.ts';
import { EVENT_CATEGORIES, type EventFields, type EventImage } from '#site/content/events.ts';

export function cutDescription(text: string): string {
  const signs = [...text];
  if (signs.length <= EVENT_DESCRIPTION_LENGTH) return text;
  return `${signs.slice(0, EVENT_DESCRIPTION_LENGTH).join('').trimEnd()}…`;
}

const SHORT_DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const LONG_DAY = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** '2025-09-20' becomes 'Sep 20, 2025'. */
export const toShortDay = (day: string) => SHORT_DAY.format(new Date(`${day}T00:00:00Z`));

/** '2025-09-20' becomes 'September 20, 2025'. */
export const toLongDay = (day: string) => LONG_DAY.format(new Date(`${day}T00:00:00Z`));

/** Compares UTC days: the day ends earlier in India, so an event never counts as over too early. */
export const isUpcoming = (day: string, now: Date) => day >= now.toISOString().slice(0, 10);

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function toMonthSpan(days: readonly string[]): string {
  const sorted = days.toSorted();
  const [newest, oldest] = [sorted.at(-1), sorted[0]].map((day = '') => day.slice(0, 7));
  if (!newest || !oldest) return '';
  const [first, last] = [oldest, newest].map((month) => MONTH.format(new Date(`${month}-01T00:00:00Z`)));
  if (first === last) return `${last}`;
  const isOneYear = newest.slice(0, 4) === oldest.slice(0, 4);
  return `${isOneYear ? first?.split(' ')[0] : first} to ${last}`;
}

export function toCategoryStyle(category: string): string {
  const isKnown = EVENT_CATEGORIES.some((known) => known === category);
  return isKnown ? category.toLowerCase().replace(/[^a-z0-9]+/g, '-') : 'default';
}

export function toPhotoCount(count: number): string {
  if (count === 0) return 'No photos yet';
  return count === 1 ? '1 photo' : `${count} photos`;
}

/** Gallery picture with alt text; editors may write a plain path or an object. */
export function toGalleryImage(
  image: EventImage,
  title: string,
  index: number,
): { url: ImageMetadata; alt: string } {
  return 'url' in image ? image : { url: image, alt: `${title}, photo ${index + 1}` };
}

interface Dated {
  id: string;
  data: Pick<EventFields, 'date'>;
}

export function sortNewestFirst<T extends Dated>(events: readonly T[]): T[] {
  return [...events].sort((a, b) => b.data.date.localeCompare(a.data.date) || a.id.localeCompare(b.id));
}

/** Coming events, the soonest first, then past ones, the newest first. */
export function sortComingFirst<T extends Dated>(events: readonly T[], now: Date): T[] {
  const newestFirst = sortNewestFirst(events);
  const isComing = ({ data }: T) => isUpcoming(data.date, now);
  const past = newestFirst.filter((event) => !isComing(event));
  return [...newestFirst.filter(isComing).reverse(), ...past];
}

/** The headings of a page of sorted events: 'Coming up', then the years of past ones. */
export function groupEvents<T extends Dated>(
  events: readonly T[],
  now: Date,
): { heading: string; events: T[] }[] {
  const groups = Map.groupBy(events, ({ data }) =>
    isUpcoming(data.date, now) ? 'Coming up' : data.date.slice(0, 4),
  );
  return [...groups].map(([heading, ofGroup]) => ({ heading, events: ofGroup }));
}
