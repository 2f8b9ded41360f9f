import { z } from 'astro/zod';
import { Words } from './pieces.ts';

/** The Accelerate programme page (ACCEL-01 to -05). */
export const Accelerate = z.strictObject({
  title: Words,
  summary: Words,
  /** How long it runs, in months. */
  months: z.int().min(1),
  phases: z
    .array(
      z.strictObject({
        name: Words,
        /** Month or months: 'October-November'. */
        when: Words,
        text: Words,
        /** What a team holds in its hands when the phase ends. */
        outcome: Words,
      }),
    )
    .min(1),
  domains: z.array(z.strictObject({ name: Words, text: Words })).min(1),
});
export type Accelerate = z.infer<typeof Accelerate>;
