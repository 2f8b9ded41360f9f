import { AsyncLocalStorage } from 'node:async_hooks';
import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';

/** Slower calls are answered with 503 (docs/security.md P40). */
export const DEADLINE_MS = 3000;

interface Deadline {
  endsAt: number;
  statementMs: number;
}

const current = new AsyncLocalStorage<Deadline>();

// Shared, because a stack for each late call is costly in a flood.
const TOO_LATE = new ApiError(ERRORS.UNAVAILABLE, { retryAfter: 2, because: 'deadline' });

/**
 * Rejects with UNAVAILABLE after `lengthMs`. An open transaction of the call then rolls back instead of committing.
 * @param statementMs Longest time of a statement; 0 for that of the connection.
 */
export async function withDeadline<Result>(lengthMs: number, work: () => Promise<Result>, statementMs = 0) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TOO_LATE), lengthMs);
  });
  try {
    return await Promise.race([
      current.run({ endsAt: performance.now() + lengthMs, statementMs }, work),
      deadline,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws UNAVAILABLE if the current call has timed out. */
export function requireTime(): void {
  const deadline = current.getStore();
  if (deadline && performance.now() > deadline.endsAt) throw TOO_LATE;
}

export function statementTimeoutMs(): number {
  return current.getStore()?.statementMs ?? 0;
}
