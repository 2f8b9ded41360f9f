import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, wherever the command was called from. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts Path below the project's root. */
export function inProject(...parts) {
  return join(projectRoot, ...parts);
}
