import { z } from 'astro/zod';
import { Order, PictureUrl, Slug, Words } from './pieces.ts';

/** A supporter of the programme (ENT-17). */
export const Supporter = z.strictObject({
  id: Slug,
  name: Words,
  /** Square mark, 160 × 160. */
  logo: PictureUrl,
  /** In one or two words: 'Tech Support'. */
  supportType: Words,
  /** One sentence on what they do for learners. */
  description: Words,
  order: Order,
});
export type Supporter = z.infer<typeof Supporter>;
