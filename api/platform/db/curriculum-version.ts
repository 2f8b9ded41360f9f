import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { curriculumVersion } from './schema/curriculum.ts';

const STEP_MAX = 1_000_000;

/**
 * The version of the curriculum as this statement sees it: cohorts, leagues, weeks, sections, resources, specializations,
 * assignments and badges of two statements with the same version are equal.
 */
export const currentCurriculumVersion: SQL<number> = sql<number>`coalesce((
  select ${curriculumVersion.number} from ${curriculumVersion}), 0)::double precision`;

/**
 * Raises the version of the curriculum: the last statement of a transaction that writes to it, because everybody else who
 * does waits for the row. The step is random, so that a change which a failover lost does not give its number to another.
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
