import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';
import { Day } from './pieces.ts';

export const LegalFields = z.strictObject({
  title: NonEmptyText.describe('Title of the page'),
  summary: NonEmptyText.describe('One sentence under the title, also the description for search engines'),
  sample: z
    .optional(z.literal(true))
    .describe('The text that ships with the product; remove the line once the text is your own'),
  lastUpdated: Day.describe('The day the text was last changed, year-month-day'),
});
export type LegalFields = z.infer<typeof LegalFields>;

export const LEGAL_SECTIONS: Readonly<Record<string, readonly string[]>> = {
  privacy: [
    'Information We Collect',
    'How We Use Your Information',
    'Information Sharing',
    'Data Security',
    'Your Rights',
    'Cookies and Tracking',
    "Children's Privacy",
    'Changes',
    'Contact',
  ],
  terms: [
    'Acceptance',
    'Platform Description',
    'User Accounts',
    'Acceptable Use',
    'Content and IP',
    'Privacy',
    'Educational Use',
    'Disclaimers',
    'Limitation of Liability',
    'Termination',
    'Governing Law',
    'Changes',
    'Contact',
  ],
};

export function listSections(text: string): string[] {
  return [...text.matchAll(/^## (.+?)\s*$/gm)].map(([, heading = '']) => heading);
}
