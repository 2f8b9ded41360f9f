import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from './start-error.ts';

/** In bytes; the folder need not exist yet. `free` is for an ordinary user. */
export function readDisk(folder: string): { free: number; total: number } {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, blocks, bsize } = statfsSync(there);
  return { free: bavail * bsize, total: blocks * bsize };
}

// ENOSPC in the embedded engine, whose errors have no message.
const ENGINE_DISK_FULL = 51;

export function isDiskFull(error: unknown): boolean {
  const { code, name, errno } = error as { code?: unknown; name?: unknown; errno?: unknown };
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === 'SQLITE_FULL' ||
    (name === 'ErrnoError' && errno === ENGINE_DISK_FULL)
  );
}

export const toDiskFullError = (place: string) =>
  new StartError(
    `There is no room left on the disk for ${place}. Make room: docs/operations.md, "The disk is full".`,
  );
