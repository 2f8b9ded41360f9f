import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from './start-error.ts';

/** Free and whole bytes of the disk that a folder is on, or will be once it is made; free for an ordinary user. */
export function readDisk(folder: string): { free: number; total: number } {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, blocks, bsize } = statfsSync(there);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** The number of ENOSPC in the embedded engine, whose errors are no Error and have no words. */
const ENGINE_DISK_FULL = 51;

/** True when a write failed because there was no room left, of the file system, the lock or the embedded engine. */
export function isDiskFull(error: unknown): boolean {
  const { code, name, errno } = error as { code?: unknown; name?: unknown; errno?: unknown };
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === 'SQLITE_FULL' ||
    (name === 'ErrnoError' && errno === ENGINE_DISK_FULL)
  );
}

/** The error for whoever has to make room. */
export const toDiskFullError = (place: string) =>
  new StartError(
    `There is no room left on the disk for ${place}. Make room: docs/operations.md, "The disk is full".`,
  );
