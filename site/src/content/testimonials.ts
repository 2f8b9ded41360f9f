import { z } from 'astro/zod';
import { Day, Order, OutsideUrl, Slug, Words } from './pieces.ts';

/** A post by a learner (HOME-34). The words are kept here, so the section reads without a third party. */
export const Testimonial = z.strictObject({
  id: Slug,
  /** Address of the post; a link without a status id is dropped by the page (HOME-44). */
  url: OutsideUrl,
  author: Words,
  /** What the author was when writing: 'ML league, second year'. */
  about: Words,
  date: Day,
  words: Words,
  /** Featured posts come first (HOME-38). */
  featured: z.boolean(),
  order: Order,
});
export type Testimonial = z.infer<typeof Testimonial>;
