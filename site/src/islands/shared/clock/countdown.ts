import type { Clock } from './clock.ts';

interface Countdown {
  /** `deadline` in milliseconds since 1970. */
  start(deadline: number): void;
  stop(): void;
}

/** Reads the clock at each step, because timers of a suspended phone do not run. */
export function createCountdown(clock: Clock, show: (secondsLeft: number) => void): Countdown {
  let stop = () => {};
  return {
    start(deadline) {
      stop();
      const count = () => {
        const secondsLeft = Math.max(0, Math.ceil((deadline - clock.now()) / 1000));
        show(secondsLeft);
        if (secondsLeft === 0) stop();
      };
      stop = clock.every(1000, count);
      count();
    },
    stop: () => stop(),
  };
}
