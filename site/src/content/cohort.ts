import { cohort } from '#content/site.json';

/** Writes the name of the open cohort where texts say {cohort}. */
export function fillCohort<T>(value: T): T {
  return fill(value) as T;
}

function fill(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('{cohort}', cohort);
  if (Array.isArray(value)) return value.map(fill);
  // A picture is an object of Astro's that must stay the same.
  if (typeof value !== 'object' || value === null || 'src' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, fill(inside)]));
}
