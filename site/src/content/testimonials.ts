import { z } from 'astro/zod';
import { NonEmptyText, OutsideUrl } from '#contract/content-fields.ts';
import { Day, Order, Slug } from './pieces.ts';

/** A learner's post. Its text is stored here, so the section works without a third party. */
export const Testimonial = z.strictObject({
  id: Slug.describe("A short name for this post, used once: 'post-26'"),
  url: OutsideUrl.describe(
    'Address of the post; it must hold /status/ and a number, or the post is not shown',
  ),
  author: NonEmptyText.describe('Who wrote it'),
  about: NonEmptyText.describe("What the author was when writing: 'ML league, second year'"),
  date: Day.describe('The day of the post, year-month-day'),
  words: NonEmptyText.describe('The words of the post'),
  featured: z.boolean().describe('true: it stands before the others'),
  order: Order,
});
export type Testimonial = z.infer<typeof Testimonial>;
