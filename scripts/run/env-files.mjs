import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findContentFolderProblem } from '../../api/platform/process/content-folder.mjs';
import { inProject } from './paths.mjs';

/** The lines of the .env files that Bun reads with this NODE_ENV, in its order: the last one that sets a name counts. */
export function envLines(mode) {
  return ['.env', `.env.${mode}`, '.env.local', `.env.${mode}.local`]
    .map((file) => inProject(file))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'));
}

/** A setting as such lines set it; undefined where they do not. */
export const findSetting = (name, lines) =>
  lines
    .map((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*["']?([^"'#]*)`).exec(line)?.[1]?.trim())
    .findLast(Boolean);

/**
 * The folder of CONTENT_DIR, as the environment or the .env files of this NODE_ENV set it; undefined where they do not.
 * Throws, in one sentence, where nothing can be read from it.
 */
export function requireContentFolder(mode) {
  const setting = process.env.CONTENT_DIR || findSetting('CONTENT_DIR', envLines(mode));
  if (!setting) return undefined;
  const problem = findContentFolderProblem(resolve(setting));
  if (problem) throw new Error(problem);
  return resolve(setting);
}
