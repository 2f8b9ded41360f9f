import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One copy of the database in BACKUP_DIR. */
export interface Backup {
  name: string;
  /** Whole bytes of a file; null of a folder. */
  bytes: number | null;
  madeAt: Date;
}

/** Copies that are not finished, copies of the restore list, and hidden files. */
const NO_BACKUP = /^\.|\.part$|\.jsonl$|^lost\+found$/;

/**
 * The newest copy in a folder that holds something; null when there is none. Throws where the folder cannot be read.
 */
export function findNewestBackup(folder: string): Backup | null {
  const backups = readdirSync(folder)
    .filter((name) => !NO_BACKUP.test(name))
    .flatMap((name) => {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false });
      if (!stat || (stat.isFile() && stat.size === 0)) return [];
      return [{ name, bytes: stat.isFile() ? stat.size : null, madeAt: stat.mtime }];
    });
  return backups.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0] ?? null;
}
