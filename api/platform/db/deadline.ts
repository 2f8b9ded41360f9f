import { AsyncLocalStorage } from 'node:async_hooks';
import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';

/** How long a call may take before its caller is answered 503 (docs/security.md P40). */
export const DEADLINE_MS = 3000;

interface Deadline {
  endsAt: number;
  lengthMs: number;
}

const current = new AsyncLocalStorage<Deadline>();

/** One error for all late calls: a stack would cost time in a flood, and would name only the timer. */
const TOO_LATE = new ApiError(ERRORS.UNAVAILABLE, { retryAfter: 2, because: 'deadline' });

/**
 * Runs the work of one call; rejects with UNAVAILABLE when it takes longer. A transaction of the call that is still
 * open then rolls back rather than commit what its caller was told did not happen.
 */
export async function withDeadline<Result>(lengthMs: number, work: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TOO_LATE), lengthMs);
  });
  try {
    return await Promise.race([
      current.run({ endsAt: performance.now() + lengthMs, lengthMs }, work),
      deadline,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws UNAVAILABLE when the call this runs for has been answered already. */
export function requireTime(): void {
  const deadline = current.getStore();
  if (deadline && performance.now() > deadline.endsAt) throw TOO_LATE;
}

/** The length of the running call's deadline when it is longer than usual; null otherwise. */
export function longDeadlineMs(): number | null {
  const deadline = current.getStore();
  return deadline && deadline.lengthMs > DEADLINE_MS ? deadline.lengthMs : null;
}
