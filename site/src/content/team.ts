import { z } from 'astro/zod';
import { HexColor, Order, OutsideUrl, PictureUrl, Slug, Words } from './pieces.ts';

/** A person on the community page (ENT-19). */
export const TeamMember = z.strictObject({
  id: Slug,
  name: Words,
  /** League as the community page names it: 'Quantum Computing' (COMM-08). */
  league: Words,
  role: Words,
  /** Colour of the initials when the portrait cannot be shown. */
  color: HexColor,
  /** Portrait, 240 × 240. */
  imageUrl: PictureUrl,
  order: Order,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A chief pathfinder; an inactive one does not count as an active league (ENT-20, COMM-04). */
export const ChiefPathfinder = TeamMember.extend({ isActive: z.boolean() });
export type ChiefPathfinder = z.infer<typeof ChiefPathfinder>;

/** A core lead on the home page (ENT-21). */
export const CoreLead = z.strictObject({
  id: Slug,
  name: Words,
  role: Words,
  /** One sentence on what this person looks after. */
  description: Words,
  color: HexColor,
  imageUrl: PictureUrl,
  linkedin: OutsideUrl,
  twitter: OutsideUrl,
  instagram: OutsideUrl,
  order: Order,
});
export type CoreLead = z.infer<typeof CoreLead>;
