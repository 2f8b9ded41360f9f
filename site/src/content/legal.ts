import { z } from 'astro/zod';
import { Day, Words } from './pieces.ts';

/** A legal page; its text stands below the fields, each section under a '## ' heading (LEGAL-03, LEGAL-05). */
export const LegalFields = z.strictObject({
  title: Words,
  /** One sentence under the title, also the description for search engines. */
  summary: Words,
  lastUpdated: Day,
});
export type LegalFields = z.infer<typeof LegalFields>;
