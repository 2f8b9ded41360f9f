import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';

const Point = z.strictObject({
  title: NonEmptyText.describe('The heading'),
  text: NonEmptyText.describe('The sentence that goes with it'),
});

const FactSheet = z.strictObject({
  name: NonEmptyText.describe('The name'),
  summary: NonEmptyText.describe('One line on its character'),
  facts: z.array(NonEmptyText).min(1).describe('What holds for it, each in a few words'),
});

export const Programme = z.strictObject({
  vision: NonEmptyText.describe('What the community wants to be true one day'),
  mission: NonEmptyText.describe('What it does for that'),
  highlights: z.array(Point).min(1).describe('Lines of the Program Highlights card'),
  cohorts: z
    .array(
      z.strictObject({
        name: NonEmptyText.describe("Name of the cohort: 'Cohort 1.5'"),
        state: z.enum(['finished', 'open']).describe("'finished' or 'open'"),
        text: NonEmptyText.describe('Two sentences about it'),
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
        count: NonEmptyText.describe("How many: '5', '4-6', 'All'"),
        title: NonEmptyText.describe('Who they are'),
        text: NonEmptyText.describe('What they do'),
      }),
    )
    .min(1)
    .describe('Who runs it'),
  values: z.array(Point).min(1).describe('The value cards of the about page'),
  techStack: z.array(NonEmptyText).min(1).describe('Names in the tech-stack strip'),
});
export type Programme = z.infer<typeof Programme>;
