import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { curriculumVersion } from './schema/curriculum.ts';

const STEP_MAX = 1_000_000;

/** Two statements that see the same number see the same curriculum, with badges, assignments and announcements. */
export const currentCurriculumVersion: SQL<number> = sql<number>`coalesce((
  select ${curriculumVersion.number} from ${curriculumVersion}), 0)::double precision`;

/**
 * Call it last in the transaction, because other writers wait for the row. The random step keeps a number unique when a
 * failover loses a commit.
 */
export async function raiseCurriculumVersion(tx: Database): Promise<void> {
  const step = 1 + Math.floor(Math.random() * STEP_MAX);
  await tx
    .insert(curriculumVersion)
    .values({ number: step })
    .onConflictDoUpdate({
      target: curriculumVersion.id,
      set: { number: sql`${curriculumVersion.number} + ${step}` },
    });
}

/** Reads again for another number. */
export function keptForVersion<Value>(read: () => PromiseLike<Value>): (version: number) => Promise<Value> {
  let kept: { version: number; found: Promise<Value> } | undefined;
  return (version) => {
    if (kept?.version === version) return kept.found;
    // A query of Drizzle would run again each time it is awaited.
    const entry = { version, found: Promise.resolve(read()) };
    entry.found.catch(() => {
      if (kept === entry) kept = undefined;
    });
    kept = entry;
    return entry.found;
  };
}
