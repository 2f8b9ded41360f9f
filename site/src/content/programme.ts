import { z } from 'astro/zod';
import { Words } from './pieces.ts';

/** A heading with one sentence. */
const Point = z.strictObject({
  title: Words.describe('The heading'),
  text: Words.describe('The sentence that goes with it'),
});

/** A name with the facts that hold for it. */
const FactSheet = z.strictObject({
  name: Words.describe('The name'),
  summary: Words.describe('One line on its character'),
  facts: z.array(Words).min(1).describe('What holds for it, each in a few words'),
});

/** The facts of the programme that several public pages state (PROD-03 to PROD-12, ABOUT-01 to -06). */
export const Programme = z.strictObject({
  vision: Words.describe('What the community wants to be true one day'),
  mission: Words.describe('What it does for that'),
  highlights: z.array(Point).min(1).describe('Lines of the Program Highlights card'),
  cohorts: z
    .array(
      z.strictObject({
        name: Words.describe("Name of the cohort: 'Cohort 1.5'"),
        state: z.enum(['finished', 'open']).describe("'finished' or 'open'"),
        text: Words.describe('Two sentences about it'),
      }),
    )
    .min(1)
    .describe('Each cohort and whether it is over'),
  seasons: z.array(FactSheet).min(1).describe('The summer and the fall cohort'),
  accelerate: z.array(FactSheet).min(1).describe('Accelerate n.0 and n.5'),
  openEra: z.array(FactSheet).min(1).describe('OpenERA n.0 and n.5'),
  teamStructure: z
    .array(
      z.strictObject({
        count: Words.describe("How many: '5', '4-6', 'All'"),
        title: Words.describe('Who they are'),
        text: Words.describe('What they do'),
      }),
    )
    .min(1)
    .describe('Who runs it'),
  values: z.array(Point).min(1).describe('The value cards of the about page'),
  techStack: z.array(Words).min(1).describe('Names in the tech-stack strip'),
});
export type Programme = z.infer<typeof Programme>;
