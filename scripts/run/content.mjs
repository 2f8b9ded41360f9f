import { resolve } from 'node:path';
import { findContentFolderProblem } from '../../api/process/content-folder.mjs';
import { envLines, findSetting } from './env-files.mjs';

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
