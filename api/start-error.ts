import { DataFolderError } from './data-lock.ts';
import { MigrationError } from './db/migrate.ts';
import { DatabaseOpenError } from './db/open.ts';
import { EnvError } from './env.ts';
import { ApiError } from './errors.ts';

/** A reason not to start that the person at the terminal can act on. */
export class StartError extends Error {}

const EXPECTED = [StartError, EnvError, DataFolderError, DatabaseOpenError, MigrationError, ApiError];

/** Prints why a command ends: one line for what can be foreseen, the stack for what cannot. Exits 1. */
export function failStart(error: unknown): never {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : error;
  console.error(`✖ ${text}`);
  process.exit(1);
}
