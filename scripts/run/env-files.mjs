import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findContentFolderProblem } from '../../api/platform/process/content-folder.mjs';
import { inProject } from './paths.mjs';

/** Lines of the .env files in Bun's order for this NODE_ENV; later lines win. */
export function envLines(mode) {
  return ['.env', `.env.${mode}`, '.env.local', `.env.${mode}.local`]
    .map((file) => inProject(file))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'));
}

export const findSetting = (name, lines) =>
  lines
    .map((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*["']?([^"'#]*)`).exec(line)?.[1]?.trim())
    .findLast(Boolean);

/** Throws if the folder of CONTENT_DIR cannot be read. */
export function requireContentFolder(mode) {
  const setting = process.env.CONTENT_DIR || findSetting('CONTENT_DIR', envLines(mode));
  if (!setting) return undefined;
  const problem = findContentFolderProblem(resolve(setting));
  if (problem) throw new Error(problem);
  return resolve(setting);
}
