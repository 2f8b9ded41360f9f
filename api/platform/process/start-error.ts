import { ApiError } from '../errors/api-error.ts';

/** A reason that the person at the terminal can act on. */
export class StartError extends Error {}

/** One line for an expected reason, else the stack. Exits 1. */
export function failStart(error: unknown): never {
  const isExpected = error instanceof StartError || error instanceof ApiError;
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : error;
  console.error(`✖ ${text}`);
  process.exit(1);
}
