import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';

export const Accelerate = z.strictObject({
  title: NonEmptyText.describe('Title of the page'),
  summary: NonEmptyText.describe('Two sentences under the title'),
  months: z.int().min(1).describe('How long it runs, in months'),
  phases: z
    .array(
      z.strictObject({
        name: NonEmptyText.describe('Name of the phase'),
        when: NonEmptyText.describe("Month or months: 'October-November'"),
        text: NonEmptyText.describe('What happens in it, two sentences'),
        outcome: NonEmptyText.describe('What a team holds in its hands when the phase ends'),
      }),
    )
    .min(1)
    .describe('The phases in order'),
  domains: z
    .array(
      z.strictObject({
        name: NonEmptyText.describe('Name of the domain'),
        text: NonEmptyText.describe('What it is about, in one line'),
      }),
    )
    .min(1)
    .describe('Fields in which a team may work'),
});
export type Accelerate = z.infer<typeof Accelerate>;
