import type { Clock } from '../clock/clock.ts';

export interface FakeClock extends Clock {
  /** Moves on, running what falls due in order and letting promises settle in between. */
  advance(ms: number): Promise<void>;
}

interface Timer {
  at: number;
  periodMs: number | null;
  work: () => void;
}

/** A clock for tests that moves only when told. */
export function createFakeClock(start = Date.UTC(2026, 10, 21)): FakeClock {
  let now = start;
  const timers = new Set<Timer>();
  const add = (delayMs: number, periodMs: number | null, work: () => void) => {
    const timer = { at: now + delayMs, periodMs, work };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => now,
    after: (delayMs, work) => add(delayMs, null, work),
    every: (periodMs, work) => add(periodMs, periodMs, work),
    advance: async (ms) => {
      const end = now + ms;
      for (;;) {
        await Bun.sleep(0);
        const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        now = due.at;
        if (due.periodMs === null) timers.delete(due);
        else due.at += due.periodMs;
        due.work();
      }
      now = end;
      await Bun.sleep(0);
    },
  };
}
