import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { derivePalette } from '../../contract/brand-palette.ts';
import { brandSettings } from '../../contract/brand-settings.ts';
import { SiteSettings } from '../../contract/site-settings.ts';
import { findContentFolderProblem } from './content-folder.mjs';
import { StartError } from './start-error.ts';

export function toContentFolder(setting: string | undefined): string {
  return setting ? resolve(setting) : join(import.meta.dir, '../../../content');
}

/** Reads the folder of CONTENT_DIR. Throws StartError. */
export function readContentSettings(setting: string | undefined) {
  const folder = toContentFolder(setting);
  const problem = findContentFolderProblem(folder);
  if (problem) throw new StartError(problem);
  return {
    product: read(join(folder, 'site.json'), SiteSettings),
    palette: derivePalette(read(join(folder, 'brand/brand.json'), brandSettings(z.string(), z.string()))),
  };
}

export function findContentProblem(setting: string | undefined): string | null {
  try {
    readContentSettings(setting);
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

function read<T>(path: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new StartError(
      `${path} cannot be used (${toReason(error)}). \`npm run content:check\` says more; the content folder is that of CONTENT_DIR.`,
    );
  }
}

function toReason(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}
