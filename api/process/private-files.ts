import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

/** The data folder cannot be used; the message says why in one line. */
export class DataFolderError extends StartError {}

/** What the product keeps in its data folder; `lost+found` comes with a disk of its own. */
const OWN_ENTRIES =
  /^(database(\..+)?|secret\.key|restore-list\.jsonl|lock(\.pid|-journal)?|favicons|lost\+found)$/;
const OTHERS = 0o077;
const STICKY = 0o1000;

/** Windows knows other rights than these. */
const hasModes = process.platform !== 'win32';

/**
 * From here on, what this process writes is for its owner alone, whatever it was started with. The embedded engine
 * unpacks its first files with modes of its own, so `makePrivate` follows where it has been at work.
 */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/**
 * Makes the data folder and what the product keeps in it readable by its owner alone: folders 0700, files 0600
 * (docs/security.md P49). Whatever else is in it keeps its rights, and so does a folder that others can open and that
 * holds something else: it may be somebody's home. Throws DataFolderError when it cannot be made, or when others can read
 * it for good.
 */
export function makeDataFolderPrivate(folder: string): void {
  writePrivately();
  const entries = makeFolder(folder);
  if (!hasModes) return;
  const stranger = entries.find((name) => !OWN_ENTRIES.test(name));
  if (isOpen(folder) && stranger !== undefined) {
    // Said of one that has been ours and of nothing that a whole machine shares.
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

/** Folders 0700 and files 0600, from the path down; links are not followed. Throws DataFolderError. */
export function makePrivate(path: string): void {
  if (!hasModes) return;
  // What was there a moment ago may be gone: the engine cleans up behind itself.
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

/**
 * Throws DataFolderError for a file that others can read though it seems to be in a private folder: a link leads out of
 * it, and what is behind it is not ours to change.
 */
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
