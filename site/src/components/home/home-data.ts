import { FEATURED_EVENTS_MAX } from '#contract/constants.ts';

/**
 * Keeps the entries that have every field. Data of the wrong shape gives an empty list and a warning instead of a
 * failed build.
 */
export function readHomeList<T extends object>(
  section: string,
  value: unknown,
  fields: readonly (keyof T & string)[],
): T[] {
  const isComplete = (entry: unknown): entry is T =>
    typeof entry === 'object' &&
    entry !== null &&
    fields.every((field) => field in entry && entry[field as never] !== undefined);
  if (Array.isArray(value) && value.every(isComplete)) return value;
  console.warn(
    `Home page: the data of '${section}' is not a list with ${fields.join(', ')}; the section is left out.`,
  );
  return [];
}

export function pickFeatured<T extends { data: { featured: boolean } }>(newestFirst: readonly T[]): T[] {
  return newestFirst.filter(({ data }) => data.featured).slice(0, FEATURED_EVENTS_MAX);
}
