import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { HexColor, NonEmptyText, OutsideUrl } from '#contract/content-fields.ts';
import { Order, type PictureField, Slug } from './pieces.ts';

const person = <P extends PictureField>(picture: P) => ({
  id: Slug.describe('A short name for this person, used once'),
  name: NonEmptyText.describe('Full name'),
  role: NonEmptyText.describe("What the person is here: 'Pathfinder'"),
  color: HexColor.describe('Colour of the initials when the portrait cannot be shown'),
  imageUrl: picture.describe('Square portrait, 240 × 240 or larger: ./portraits/asha-kumar.jpg'),
  order: Order,
});

export const teamMember = <P extends PictureField>(picture: P) =>
  z.strictObject({
    ...person(picture),
    league: NonEmptyText.describe("Their league as the community page names it: 'Quantum Computing'"),
  });
export type TeamMember = z.infer<ReturnType<typeof teamMember<z.ZodType<ImageMetadata>>>>;

export const chiefPathfinder = <P extends PictureField>(picture: P) =>
  teamMember(picture).extend({
    isActive: z.boolean().describe('Whether the chief is active; false when on leave'),
  });
export type ChiefPathfinder = z.infer<ReturnType<typeof chiefPathfinder<z.ZodType<ImageMetadata>>>>;

export const coreLead = <P extends PictureField>(picture: P) =>
  z.strictObject({
    ...person(picture),
    description: NonEmptyText.describe('One sentence on what this person looks after'),
    linkedin: z.optional(OutsideUrl).describe('Address of the LinkedIn page'),
    twitter: z.optional(OutsideUrl).describe('Address of the X page'),
    instagram: z.optional(OutsideUrl).describe('Address of the Instagram page'),
  });
export type CoreLead = z.infer<ReturnType<typeof coreLead<z.ZodType<ImageMetadata>>>>;
