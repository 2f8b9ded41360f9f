import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { openSandbox } from '../access/sandbox.ts';
import { buildWorld, type World } from '../access/world.ts';
import { sequence } from './steps.ts';
import { createWalk, type Walk } from './walk.ts';

// docs/security.md 4. `npm test` makes the same calls each time; `npm run proof -- hostile` others, as many as it is told.

const CALLS = Number(process.env.HOSTILE_CALLS ?? 1000);
const SEED = Number(process.env.HOSTILE_SEED ?? 1);
/** Of a sequence, with the call that asks whether the product is still there. */
const MEAN_CALLS = 9.5;

/** The world is made anew after so many sequences: its transaction keeps every row that was ever taken back. */
const RUNS_IN_A_WORLD = 300;

test(
  'H1 H2 H3 H4 H5 H6 H8 H9 H11 P24 P25 P27 P38 whatever is asked in whatever order, a call answers as declared, and refused means unchanged',
  async () => {
    const statuses = new Map<number, number>();
    let calls = 0;
    for (let seed = SEED; calls < CALLS; seed++) {
      const walk = await walkThroughWorld(seed, Math.ceil((CALLS - calls) / MEAN_CALLS));
      calls += walk.calls;
      for (const [status, count] of walk.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    }
    if (process.env.HOSTILE_CALLS) {
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
      console.info(`Seed ${SEED}: ${calls} calls: ${counts.join(', ')}`);
    }
    expect([200, 201, 400, 401, 403, 404, 409].filter((status) => !statuses.has(status))).toEqual([]);
  },
  24 * 3_600_000,
);

async function walkThroughWorld(seed: number, runs: number): Promise<Walk> {
  let world = {} as World;
  const sandbox = await openSandbox(async (db) => {
    world = await buildWorld(db);
  });
  const walk = createWalk(sandbox, world);
  try {
    await fc.assert(
      fc.asyncProperty(sequence, (steps) => walk.run(steps)),
      { seed, numRuns: Math.min(runs, RUNS_IN_A_WORLD) },
    );
  } finally {
    await sandbox.close();
  }
  return walk;
}
