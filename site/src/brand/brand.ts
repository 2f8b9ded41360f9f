import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'astro/zod';
import { derivePalette } from '#contract/brand-palette.ts';
import { brandSettings } from '#contract/brand-settings.ts';
import { contentFolder } from '../content/content-folder.ts';

const file = join(contentFolder, 'brand/brand.json');

/** The brand that the site is built with; the content check has looked at it. Never in a browser. */
export const brand = brandSettings(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));

/** Its colours. */
export const palette = derivePalette(brand);

/** A file that brand.json names, on the disk. */
export const brandFile = (place: string): string => join(dirname(file), place);
