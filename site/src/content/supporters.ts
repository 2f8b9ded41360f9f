import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';
import { Order, type PictureField, Slug } from './pieces.ts';

export const supporter = <P extends PictureField>(picture: P) =>
  z.strictObject({
    id: Slug.describe('A short name for this entry, used once'),
    name: NonEmptyText.describe('Name of the supporter'),
    logo: picture.describe('Square mark, beside this file, 160 × 160 or larger: ./campus-circle.svg'),
    supportType: NonEmptyText.describe("The kind of help in one or two words: 'Tech Support'"),
    description: NonEmptyText.describe('One sentence on what they do for learners'),
    order: Order,
  });
export type Supporter = z.infer<ReturnType<typeof supporter<z.ZodType<ImageMetadata>>>>;
