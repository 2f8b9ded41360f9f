import { Database } from 'bun:sqlite';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull, toDiskFullError } from './disk.ts';
import { DataFolderError, makeDataFolderPrivate } from './private-files.ts';

export class DataFolderBusyError extends DataFolderError {}

export interface DataLock {
  release(): void;
}

// The garbage collector would release an unreferenced lock.
const heldLocks = new Set<Database>();

/** Also makes the folder private. SQLite's file lock ends with the process, even by kill -9; throws DataFolderError. */
export function lockDataFolder(folder: string): DataLock {
  const lockFile = join(folder, 'lock');
  const ownerFile = join(folder, 'lock.pid');
  try {
    makeDataFolderPrivate(folder);
    closeSync(openSync(lockFile, 'a'));
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(
      `The data folder ${folder} cannot be written (${reasonOf(error)}). Set DATA_DIR.`,
    );
  }
  let lock: Database | undefined;
  try {
    lock = new Database(lockFile, { create: true });
    lock.exec('PRAGMA journal_mode = OFF; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (reasonOf(error) === 'SQLITE_BUSY') {
      throw new DataFolderBusyError(
        `The data folder ${folder} is in use by process ${ownerOf(ownerFile)}. Stop it, or set DATA_DIR.`,
      );
    }
    if (isDiskFull(error)) throw toDiskFullError(folder);
    throw new DataFolderError(`The data folder ${folder} cannot be locked (${reasonOf(error)}).`);
  }
  writeFileSync(ownerFile, String(process.pid));
  const held = lock;
  heldLocks.add(held);
  return {
    release() {
      heldLocks.delete(held);
      held.close();
    },
  };
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'utf8') || '(unknown)';
  } catch {
    return '(unknown)';
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
