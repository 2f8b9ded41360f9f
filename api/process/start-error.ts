import { ApiError } from '../errors/api-error.ts';

/** A reason not to start that the person at the terminal can act on. */
export class StartError extends Error {}

/** Prints why a command ends: one line for what can be foreseen, the stack for what cannot. Exits 1. */
export function failStart(error: unknown): never {
  const isExpected = error instanceof StartError || error instanceof ApiError;
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : error;
  console.error(`✖ ${text}`);
  process.exit(1);
}
