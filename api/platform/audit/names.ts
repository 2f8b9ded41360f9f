import { type SQL, sql } from 'drizzle-orm';
import { isId } from '#contract/text.ts';
import { type Database, queryRows } from '../db/client.ts';

const ID_FIELD = /^(id|[a-z]+Id|from|to|scopesRemoved)$/;

export function idsIn(metadata: Record<string, unknown> | null): string[] {
  if (!metadata) return [];
  return Object.entries(metadata).flatMap(([field, value]) => {
    if (!ID_FIELD.test(field)) return [];
    return (Array.isArray(value) ? value : [value]).filter(isId);
  });
}

export async function findNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = JSON.stringify([...new Set(ids)]);
  if (wanted === '[]') return new Map();
  const tables = [...Object.values(TABLES), sql`select id, name from badges where id`];
  const named = tables.map((table) => sql`${table} in (select wanted.id from wanted)`);
  const rows = await queryRows<{ id: string; name: string }>(
    db,
    sql`with wanted as materialized (select value as id from json_array_elements_text(${wanted}::json))
      ${sql.join(named, sql` union all `)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const TABLES: Readonly<Record<string, SQL>> = {
  leagueId: sql`select id, name from leagues where id`,
  cohortId: sql`select id, name from cohorts where id`,
  specializationId: sql`select id, name from specializations where id`,
  weekId: sql`select id, name from weeks where id`,
  sectionId: sql`select id, name from sections where id`,
  resourceId: sql`select id, title as name from resources where id`,
  assignmentId: sql`select id, title as name from assignments where id`,
};
const LISTS = ['from', 'to', 'scopesRemoved'];

/** One JSON object by id, for the insert itself; null without ids. */
export function namesNow(metadata: Record<string, unknown>): SQL | null {
  const leagueIds = LISTS.flatMap((field) => (Array.isArray(metadata[field]) ? metadata[field] : [])).filter(
    isId,
  );
  const found = [
    ...Object.entries(TABLES).flatMap(([field, table]) =>
      isId(metadata[field]) ? [sql`${table} = ${metadata[field]}`] : [],
    ),
    ...(leagueIds.length > 0 ? [sql`${TABLES.leagueId} in ${leagueIds}`] : []),
  ];
  if (found.length === 0) return null;
  return sql`(select json_object_agg(id, name) from (${sql.join(found, sql` union all `)}) named)`;
}
