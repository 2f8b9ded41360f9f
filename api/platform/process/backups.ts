import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Backup {
  name: string;
  bytes: number | null;
  madeAt: Date;
}

const NO_BACKUP = /^\.|\.part$|\.jsonl$|^lost\+found$/;

/** Ignores empty files. Throws for an unreadable folder. */
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
