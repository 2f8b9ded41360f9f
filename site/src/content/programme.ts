import { z } from 'astro/zod';
import { Words } from './pieces.ts';

/** A heading with one sentence. */
const Point = z.strictObject({ title: Words, text: Words });

/** A name with the facts that hold for it. */
const FactSheet = z.strictObject({ name: Words, summary: Words, facts: z.array(Words).min(1) });

/** The facts of the programme that several public pages state (PROD-03 to PROD-12, ABOUT-01 to -06). */
export const Programme = z.strictObject({
  vision: Words,
  mission: Words,
  /** Lines of the Program Highlights card. */
  highlights: z.array(Point).min(1),
  /** Each cohort and whether it is over. */
  cohorts: z.array(z.strictObject({ name: Words, state: z.enum(['finished', 'open']), text: Words })).min(1),
  /** Summer and fall. */
  seasons: z.array(FactSheet).min(1),
  /** Accelerate n.0 and n.5. */
  accelerate: z.array(FactSheet).min(1),
  /** OpenERA n.0 and n.5. */
  openEra: z.array(FactSheet).min(1),
  /** Who runs it: how many, and what they do. */
  teamStructure: z.array(z.strictObject({ count: Words, title: Words, text: Words })).min(1),
  values: z.array(Point).min(1),
  /** Names in the tech-stack strip. */
  techStack: z.array(Words).min(1),
});
export type Programme = z.infer<typeof Programme>;
