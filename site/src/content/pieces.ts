import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';

export const AltText = NonEmptyText.max(250, 'must be a sentence of at most 250 characters').regex(
  /^(?!\S+\.\w{3,4}$)/,
  'must say what the picture shows, not name its file',
);

export const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens');

/**
 * The reader passes its own schema for pictures: Astro's `image()` in the build, a check on disk in the content check.
 * Paths are relative to the file that names them.
 */
export type PictureField = z.ZodType;

/** yyyy-mm-dd; YAML parses an unquoted day as a Date. */
export const Day = z
  .preprocess(
    (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
    z.iso.date('must be a day such as 2025-06-13'),
  )
  .meta({ type: 'string', format: 'date' });

/** Index in the list file, written by `readOrderedList`. */
export const Order = z.int().min(0);
