/** Time as a store sees it; tests pass their own. Times are milliseconds. */
export interface Clock {
  now(): number;
  /** Runs once after a while; returns the way to call it off. */
  after(delayMs: number, work: () => void): () => void;
  /** Runs again and again; returns the way to stop. */
  every(periodMs: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
  every: (periodMs, work) => {
    const timer = setInterval(work, periodMs);
    return () => clearInterval(timer);
  },
};

/** Resolves after a while. */
export function waitFor(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
