import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'astro/zod';
import { derivePalette } from '#contract/brand-palette.ts';
import { brandSettings } from '#contract/brand-settings.ts';
import { contentFolder } from '../content/content-folder.ts';

const file = join(contentFolder, 'brand/brand.json');

/** The brand of this build, already checked by the content check. Build time only. */
export const brand = brandSettings(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));

export const palette = derivePalette(brand);

export const brandFile = (place: string): string => join(dirname(file), place);
