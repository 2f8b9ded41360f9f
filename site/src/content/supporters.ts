import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { Order, type PictureField, Slug, Words } from './pieces.ts';

/** A supporter of the programme (ENT-17). */
export const supporter = <P extends PictureField>(picture: P) =>
  z.strictObject({
    id: Slug,
    name: Words,
    /** Square mark, 160 × 160. */
    logo: picture,
    /** In one or two words: 'Tech Support'. */
    supportType: Words,
    /** One sentence on what they do for learners. */
    description: Words,
    order: Order,
  });
export type Supporter = z.infer<ReturnType<typeof supporter<z.ZodType<ImageMetadata>>>>;
