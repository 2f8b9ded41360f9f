/** Injectable time, in milliseconds; tests pass their own. */
export interface Clock {
  now(): number;
  after(delayMs: number, work: () => void): () => void;
  /** Returns the function that stops it. */
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

export function waitFor(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
