import { readdirSync, statSync } from 'node:fs';

// Plain JavaScript: `npm run build` and `npm run dev` ask as well, by Node alone.

/**
 * Why nothing can be read from the folder that CONTENT_DIR names, in words for whoever set it; null where something is
 * there. What is in it is for others to judge.
 * @param {string} folder
 * @returns {string | null}
 */
export function findContentFolderProblem(folder) {
  const advice = 'Set CONTENT_DIR, or leave it out.';
  try {
    if (!statSync(folder).isDirectory()) return `The content folder ${folder} is a file. ${advice}`;
    const isEmpty = readdirSync(folder).length === 0;
    return isEmpty ? `The content folder ${folder} is empty. ${advice}` : null;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return code === 'ENOENT'
      ? `There is no content folder ${folder}. ${advice}`
      : `The content folder ${folder} cannot be read (${code}). ${advice}`;
  }
}
