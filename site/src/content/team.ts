import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { HexColor, Order, OutsideUrl, type PictureField, Slug, Words } from './pieces.ts';

/** A person on the community page (ENT-19). */
export const teamMember = <P extends PictureField>(picture: P) =>
  z.strictObject({
    id: Slug,
    name: Words,
    /** League as the community page names it: 'Quantum Computing' (COMM-08). */
    league: Words,
    role: Words,
    /** Colour of the initials when the portrait cannot be shown. */
    color: HexColor,
    /** Portrait, 240 × 240. */
    imageUrl: picture,
    order: Order,
  });
export type TeamMember = z.infer<ReturnType<typeof teamMember<z.ZodType<ImageMetadata>>>>;

/** A chief pathfinder; an inactive one does not count as an active league (ENT-20, COMM-04). */
export const chiefPathfinder = <P extends PictureField>(picture: P) =>
  teamMember(picture).extend({ isActive: z.boolean() });
export type ChiefPathfinder = z.infer<ReturnType<typeof chiefPathfinder<z.ZodType<ImageMetadata>>>>;

/** A core lead on the home page (ENT-21). */
export const coreLead = <P extends PictureField>(picture: P) =>
  z.strictObject({
    id: Slug,
    name: Words,
    role: Words,
    /** One sentence on what this person looks after. */
    description: Words,
    color: HexColor,
    imageUrl: picture,
    linkedin: OutsideUrl,
    twitter: OutsideUrl,
    instagram: OutsideUrl,
    order: Order,
  });
export type CoreLead = z.infer<ReturnType<typeof coreLead<z.ZodType<ImageMetadata>>>>;
