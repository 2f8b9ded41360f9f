import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { derivePalette } from '../contract/brand-palette.ts';
import { brandSettings } from '../contract/brand-settings.ts';
import { SiteSettings } from '../contract/site-settings.ts';

/** The content folder of the site that this server answers for: read once, at the start. */
const folder = process.env.CONTENT_DIR
  ? resolve(process.env.CONTENT_DIR)
  : join(import.meta.dir, '../../content');

function read<T>(file: string, schema: z.ZodType<T>): T {
  const path = join(folder, file);
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : error;
    throw new Error(`${path} cannot be used; \`npm run content:check\` says more. ${why}`);
  }
}

/** What the product is called and where it is found outside. */
export const product = read('site.json', SiteSettings);

/** Its colours, for mail and other pages of the server. */
export const palette = derivePalette(read('brand/brand.json', brandSettings(z.string(), z.string())));
