/** Seeded generator (mulberry32) of numbers from 0 to 1. */
export function createRandom(seed: string): () => number {
  let state = 2_166_136_261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(some: readonly T[], fraction: number): T {
  const one = some[Math.min(some.length - 1, Math.floor(fraction * some.length))];
  if (one === undefined) throw new RangeError('Nothing to pick from');
  return one;
}
