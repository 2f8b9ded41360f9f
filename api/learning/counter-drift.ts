import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/db/client.ts';
import { computeExpected } from './expected-counters.ts';

export interface Drift {
  counter: string;
  rows: number;
  drift: number;
  example: string | null;
}

interface Compared {
  table: string;
  rows?: string;
  keys: readonly string[];
  columns: readonly string[];
}

const COMPARED: readonly Compared[] = [
  {
    table: 'resource_progress',
    keys: ['user_id', 'resource_id'],
    columns: ['completed_at', 'marked_for_revision_at', 'personal_note', 'time_spent_seconds'],
  },
  {
    table: 'section_progress',
    keys: ['user_id', 'section_id'],
    columns: ['completed_resources', 'completed_at'],
  },
  {
    table: 'league_progress',
    keys: ['user_id', 'league_id'],
    columns: [
      'completed_resources',
      'completed_sections',
      'completed_weeks',
      'last_completed_at',
      'last_completed_resource_id',
    ],
  },
  {
    table: 'learner_stats',
    keys: ['user_id'],
    columns: [
      'completed_resources',
      'badges_earned',
      'last_completed_at',
      'last_completed_resource_id',
      'is_ranked',
    ],
  },
  {
    table: 'week_progress',
    keys: ['user_id', 'week_start'],
    columns: ['completed_resources', 'last_completed_at', 'last_completed_resource_id'],
  },
  { table: 'sections', keys: ['id'], columns: ['resources_count'] },
  { table: 'leagues', keys: ['id'], columns: ['weeks_count', 'sections_count', 'resources_count'] },
];

const ZERO_WHEN_MISSING = new Set<string>([
  'completed_resources',
  'completed_sections',
  'completed_weeks',
  'badges_earned',
]);

/**
 * Compares stored numbers with those recomputed from events. Needs a repeatable read transaction while others write.
 */
export async function findDrift(tx: Database, timeZone: string): Promise<Drift[]> {
  await computeExpected(tx, timeZone);
  const drifts: Drift[] = [];
  for (const compared of COMPARED) {
    for (const column of compared.columns) {
      drifts.push(await compareColumn(tx, compared, column));
    }
  }
  return drifts;
}

async function compareColumn(
  tx: Database,
  { table, rows = table, keys }: Compared,
  column: string,
): Promise<Drift> {
  // Safe as raw SQL: only names from the list above.
  const on = keys.map((key) => `actual.${key} = expected.${key}`).join(' and ');
  const key = keys.map((name) => `coalesce(actual.${name}, expected.${name})`).join(` || ' ' || `);
  const value = (side: string) =>
    ZERO_WHEN_MISSING.has(column) ? `coalesce(${side}.${column}, 0)` : `${side}.${column}`;
  const [row] = await queryRows<{ rows: string | number; drift: string | number; example: string | null }>(
    tx,
    sql.raw(`
      select count(*) as rows, count(*) filter (where differs) as drift, min(key) filter (where differs) as example
      from (
        select ${key} as key, ${value('actual')} is distinct from ${value('expected')} as differs
        from ${rows} actual full join expected_${table} expected on ${on}
      ) compared`),
  );
  return {
    counter: `${table}.${column}`,
    rows: Number(row?.rows ?? 0),
    drift: Number(row?.drift ?? 0),
    example: row?.example ?? null,
  };
}
