import { readdirSync, statSync } from 'node:fs';

// Plain JavaScript, because `npm run build` and `npm run dev` import it in Node.

/**
 * Does not check the files inside.
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
