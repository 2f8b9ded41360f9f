import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Free and whole bytes of the disk that a folder is on, or will be once it is made; free for an ordinary user. */
export function readDisk(folder: string): { free: number; total: number } {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, blocks, bsize } = statfsSync(there);
  return { free: bavail * bsize, total: blocks * bsize };
}
