import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts */
export function inProject(...parts) {
  return join(projectRoot, ...parts);
}
