import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

export class DataFolderError extends StartError {}

// `lost+found` comes with a disk.
const OWN_ENTRIES =
  /^(database(\..+)?|secret\.key|restore-list\.jsonl|lock(\.pid|-journal)?|favicons|lost\+found)$/;
const OTHERS = 0o077;
const STICKY = 0o1000;

const hasModes = process.platform !== 'win32';

/** The embedded engine sets its own modes, so call `makePrivate` after it. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/**
 * Sets folders to 0700 and files to 0600 (docs/security.md P49). Throws DataFolderError for an open folder with foreign
 * entries, which may be a home.
 */
export function makeDataFolderPrivate(folder: string): void {
  writePrivately();
  const entries = makeFolder(folder);
  if (!hasModes) return;
  const stranger = entries.find((name) => !OWN_ENTRIES.test(name));
  if (isOpen(folder) && stranger !== undefined) {
    // A folder that we created, not one that the machine shares.
    const isOurs = entries.includes('secret.key') || entries.includes('database');
    const isShared = (statSync(folder).mode & STICKY) !== 0 || dirname(resolve(folder)) === resolve(folder);
    throw new DataFolderError(
      `Others can open the data folder ${folder}, and it holds something else (${stranger}). Set DATA_DIR to a folder ` +
        `of its own${isOurs && !isShared ? `, or close this one: chmod 700 ${folder}` : ''}.`,
    );
  }
  if (isOpen(folder)) setMode(folder, 0o700);
  makePrivateInside(
    folder,
    entries.filter((name) => OWN_ENTRIES.test(name)),
  );
}

function makeFolder(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return readdirSync(folder);
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be written (${codeOf(error)}). Set DATA_DIR.`,
    );
  }
}

/** Recursive; does not follow links. Throws DataFolderError. */
export function makePrivate(path: string): void {
  if (!hasModes) return;
  // The engine may have deleted it meanwhile.
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if ((stat.mode & OTHERS) !== 0) setMode(path, stat.isDirectory() ? 0o700 : 0o600);
  if (stat.isDirectory()) makePrivateInside(path, readdirSync(path));
}

function makePrivateInside(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const inside = join(folder, name);
    if (!lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink()) makePrivate(inside);
  }
}

/** Throws DataFolderError for a readable target of a link, whose mode we must not change. */
export function requirePrivate(path: string): void {
  if (!hasModes || !isOpen(path)) return;
  throw new DataFolderError(
    `Others can read ${realpathSync(path)}, where ${path} leads. Close it to others (chmod 600), or set SECRET_KEY.`,
  );
}

function setMode(path: string, mode: number): void {
  let reason = 'its file system keeps no rights';
  try {
    chmodSync(path, mode);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return;
    reason = code === 'EPERM' ? 'it belongs to another user' : code;
  }
  if (isOpen(path)) {
    throw new DataFolderError(
      `Others can read ${path}, and that cannot be changed (${reason}). Set DATA_DIR to a folder of this user's own.`,
    );
  }
}

function isOpen(path: string): boolean {
  return (statSync(path).mode & OTHERS) !== 0;
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? error);
}
