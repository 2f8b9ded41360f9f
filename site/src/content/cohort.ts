import { cohort } from '#content/site.json';

/** Replaces {cohort} with the name of the open cohort in all texts of `value`. */
export function fillCohort<T>(value: T): T {
  return fill(value) as T;
}

function fill(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('{cohort}', cohort);
  if (Array.isArray(value)) return value.map(fill);
  // Keeps Astro's image objects identical.
  if (typeof value !== 'object' || value === null || 'src' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, fill(inside)]));
}
