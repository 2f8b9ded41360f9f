import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';

/** What a picture shows, for people who cannot see it: a sentence, not the name of a file. */
export const AltText = NonEmptyText.max(250, 'must be a sentence of at most 250 characters').regex(
  /^(?!\S+\.\w{3,4}$)/,
  'must say what the picture shows, not name its file',
);

/** The id in addresses and keys: small letters, digits and hyphens. */
export const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens');

/**
 * How a schema reads a picture, given to it by its reader: Astro's `image()` in the build, a look at the disk in the
 * content check. Editors write the file's place seen from their own file: './thumbnail.jpg'.
 */
export type PictureField = z.ZodType;

/** A day as yyyy-mm-dd, quoted or not. */
export const Day = z
  .preprocess(
    (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
    z.iso.date('must be a day such as 2025-06-13'),
  )
  .meta({ type: 'string', format: 'date' });

/** Place in the list file, from 0; written by `readOrderedList`, never by an editor. */
export const Order = z.int().min(0);
