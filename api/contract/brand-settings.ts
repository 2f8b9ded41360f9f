import { z } from 'zod';
import { HexColor, NonEmptyText } from './content-fields.ts';

const typeface = (font: z.ZodType, use: string) =>
  z
    .strictObject({
      family: NonEmptyText.regex(/^[\w -]+$/, 'must be letters, digits, spaces and hyphens').describe(
        "Name of the typeface: 'Source Sans 3'",
      ),
      file: font.describe('The .woff2 file in the folder fonts beside this file: ./fonts/name.woff2'),
    })
    .optional()
    .describe(`${use}; the one that comes with the product when left out`);

/**
 * Schema of `brand/brand.json` in the content folder; `picture` and `font` resolve file paths. `findBrandFaults` checks
 * the contrast.
 */
export const brandSettings = (picture: z.ZodType, font: z.ZodType) =>
  z.strictObject({
    accent: HexColor.describe('Colour of buttons and marks, six hex digits; all other colours follow it'),
    accentDark: HexColor.optional().describe(
      'The same for the dark scheme and for dark bands, when it differs',
    ),
    logo: picture.describe('The mark that stands before the name: an .svg about as wide as high'),
    logoDark: picture.optional().describe('The mark on dark ground, when it differs'),
    favicon: picture
      .optional()
      .describe('A simpler mark for the tab of a browser and for phones, when it differs: an .svg'),
    fonts: z
      .strictObject({
        display: typeface(font, 'Typeface of headings and numbers'),
        text: typeface(font, 'Typeface of all other text'),
      })
      .optional()
      .describe('Typefaces of your own'),
  });
export type BrandSettings = z.infer<ReturnType<typeof brandSettings>>;
