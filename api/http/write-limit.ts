import { tooManyRequests } from './limits.ts';

/**
 * Writes of a learner in the time: six devices may each send a thousand kept actions at once, and nothing is refused.
 */
export const LEARNER_WRITES_MAX = 6000;
const WINDOW_SECONDS = 600;

/**
 * Counts what each learner writes, for whoever floods the history that is never deleted (docs/decisions/0032). In this
 * process alone: a statement more for every tick would cost learners more than a flood. `scale` is RATE_LIMIT_SCALE.
 * What it answers takes one from an account and throws TOO_MANY_REQUESTS when nothing is left.
 */
export function createWriteLimit(scale: number): (userId: string) => void {
  const max = Math.max(1, Math.floor(LEARNER_WRITES_MAX * scale));
  let counts = new Map<string, number>();
  let endsAt = 0;
  return (userId) => {
    const now = performance.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + WINDOW_SECONDS * 1000;
    }
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    if (count <= max) return;
    throw tooManyRequests(Math.ceil((endsAt - now) / 1000), 'The limit protects everybody from floods.');
  };
}
