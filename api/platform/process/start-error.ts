import { ApiError } from '../errors/api-error.ts';

/** A failure that the operator can fix. */
export class StartError extends Error {}

export function failStart(error: unknown): never {
  const isExpected = error instanceof StartError || error instanceof ApiError;
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : error;
  console.error(`✖ ${text}`);
  process.exit(1);
}
