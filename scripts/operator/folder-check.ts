import { existsSync, readdirSync, statSync } from 'node:fs';
import { findNewestBackup } from '#api/platform/process/backups.ts';
import { readDisk } from '#api/platform/process/disk.ts';
import type { Config } from '#api/platform/process/env.ts';
import { decideStart } from '#api/platform/process/start-rules.ts';
import { type Found, fail, ok, warn } from './finding.ts';

const GIGABYTE = 1024 ** 3;
// With less space, the databases do not reopen after a crash.
const DISK_LEAST = 0.2 * GIGABYTE;
const DISK_ENOUGH = 2 * GIGABYTE;
const HOUR_MS = 3_600_000;
// Daily backups, plus two hours to make one.
const BACKUP_DUE_MS = 26 * HOUR_MS;
const BACKUP_LATE_MS = 72 * HOUR_MS;
const READABLE = 'Name another folder, or let the user of the server read this one.';

function findFolderProblem(folder: string): string | null {
  try {
    readdirSync(folder);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return `The folder ${folder} is not there`;
    return code === 'ENOTDIR'
      ? `${folder} is a file, no folder`
      : `The folder ${folder} cannot be read (${code})`;
  }
}

/** Files created by another user's commands keep the server from opening the folder. */
export function isForeign(folder: string): boolean {
  const asked = process.getuid?.();
  return asked !== undefined && existsSync(folder) && statSync(folder).uid !== asked;
}

export function checkDisk({ DATA_DIR, BACKUP_DIR }: Config): Found[] {
  const folders = [DATA_DIR, ...(BACKUP_DIR ? [BACKUP_DIR] : [])];
  return folders.map((folder) => {
    const { free, total } = readDisk(folder);
    const found = `${toGigabytes(free)} of ${toGigabytes(total)} are free for ${folder}`;
    const advice = 'Make room: docs/operations.md, "The disk is full".';
    if (free < DISK_LEAST) return fail(found, advice);
    return free < DISK_ENOUGH ? warn(found, advice) : ok(found);
  });
}

const toGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

export function checkBackups(config: Config): Found {
  const { BACKUP_DIR } = config;
  const advice = 'docs/operations.md, "Backup and restore", says how to make one a day.';
  if (!BACKUP_DIR) {
    return decideStart(config).exposingSettings.length === 0
      ? ok('BACKUP_DIR is not set; nobody else comes')
      : warn('BACKUP_DIR is not set: nobody notices when copies stop', advice);
  }
  const problem = findFolderProblem(BACKUP_DIR);
  if (problem) return fail(problem, problem.endsWith('is not there') ? advice : READABLE);
  const newest = findNewestBackup(BACKUP_DIR);
  if (!newest) return fail(`There is no copy in ${BACKUP_DIR}`, advice);
  const age = Date.now() - newest.madeAt.getTime();
  const found = `The newest copy in ${BACKUP_DIR} is ${newest.name}, ${(age / HOUR_MS).toFixed(1)} hours old`;
  if (age > BACKUP_LATE_MS) return fail(found, advice);
  return age > BACKUP_DUE_MS ? warn(found, advice) : ok(found);
}
