import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { findNewestBackup } from '#api/process/backups.ts';
import { findExisting, readDisk } from '#api/process/disk.ts';
import type { Config } from '#api/process/env.ts';
import { findReadableByOthers } from '#api/process/private-files.ts';
import { readKeyFile, toKeyFile } from '#api/process/secrets.ts';
import { decideStart } from '#api/process/start-rules.ts';
import { type Found, fail, ok, warn } from './finding.ts';

const GIGABYTE = 1024 ** 3;
/** Below, the embedded database does not open any more after a crash; PostgreSQL stops as well. */
const DISK_LEAST = 0.2 * GIGABYTE;
const DISK_ENOUGH = 2 * GIGABYTE;
const HOUR_MS = 3_600_000;
/** A copy a day, with two hours for the making of it. */
const BACKUP_DUE_MS = 26 * HOUR_MS;
const BACKUP_LATE_MS = 72 * HOUR_MS;
const READABLE = 'Name another folder, or let the user of the server read and write this one.';

/** Whether the data folder is there, its own user's, writable and closed to others, and its key whole. */
export function checkFiles(config: Config): Found {
  const { DATA_DIR } = config;
  const problem = findFolderProblem(DATA_DIR);
  const unwritable = findUnwritable(DATA_DIR);
  if (problem?.endsWith('is not there')) {
    return unwritable
      ? fail(`${DATA_DIR} cannot be made: ${unwritable}`, READABLE)
      : ok(`${DATA_DIR} is made at the first start`);
  }
  if (problem && !isForeign(DATA_DIR)) return fail(problem, READABLE);
  const { uid } = statSync(DATA_DIR);
  if (isForeign(DATA_DIR)) {
    return fail(
      `${DATA_DIR} belongs to another user (${uid}) than the one who asks (${process.getuid?.()})`,
      'Run the server and every command as that user and with its settings (docs/operations.md, "One machine").',
    );
  }
  if (unwritable) return fail(unwritable, READABLE);
  const key = toKeyFile(config);
  // The setting comes first: the file is not read then.
  const read = config.SECRET_KEY || !existsSync(key) ? { keys: [] } : readKeyFile(key);
  if ('problem' in read) return fail(read.problem, read.advice);
  const open = findReadableByOthers(DATA_DIR);
  if (open.length === 0) return ok(`${DATA_DIR} is readable by its owner alone`);
  return warn(`Others can read ${open.join(', ')}`, `Close it: chmod -R go= ${DATA_DIR}`);
}

/** Why nothing in a folder can be seen. One that may not be looked at is there all the same. */
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

/** Why nothing can be written in a folder, or in the nearest one above it that is there. */
function findUnwritable(folder: string): string | null {
  const there = findExisting(folder);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return `The folder ${there} cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Whoever works as somebody else in the folder leaves files there that the server cannot open any more. */
export function isForeign(folder: string): boolean {
  const asked = process.getuid?.();
  return asked !== undefined && existsSync(folder) && statSync(folder).uid !== asked;
}

/** Whether there is room where the data and its copies are kept. */
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

/** Whether copies still arrive: the age of the newest. */
export function checkBackups(config: Config): Found {
  const { BACKUP_DIR } = config;
  const advice = 'docs/operations.md, "Backup and restore", says how to make one a day.';
  if (!BACKUP_DIR) {
    return decideStart(config).exposedBy.length === 0
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
