import { type SQL, sql } from 'drizzle-orm';
import {
  type CurriculumFields,
  MODULE_FIELDS,
  RESOURCE_FIELDS,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';

export interface BulkRow {
  id: string;
  /** Id of the league, week or section that contains it. */
  parent: string;
  order: number;
  [field: string]: unknown;
}

type BulkTable = keyof typeof TABLES;

const TABLES = {
  weeks: toTable('league_id', MODULE_FIELDS),
  sections: toTable('week_id', TOPIC_FIELDS),
  resources: toTable('section_id', RESOURCE_FIELDS),
};

function toTable(parent: string, fields: CurriculumFields) {
  const names = Object.keys(fields);
  return {
    parent: sql.raw(parent),
    names: sql.raw(names.join(', ')),
    typed: sql.raw(names.map((name) => `${name} ${fields[name]?.stored}`).join(', ')),
    assigned: sql.raw(names.map((name) => `${name} = given.${name}`).join(', ')),
  };
}

export function insertRows(table: BulkTable, rows: readonly BulkRow[]): SQL {
  const { parent, names } = TABLES[table];
  return sql`insert into ${sql.raw(table)} (id, ${parent}, "order", ${names})
    select id, parent, "order", ${names} from ${asRecordset(table, rows)}`;
}

/** Rows may swap orders: the order keys are deferrable and checked at the end. */
export function updateRows(table: BulkTable, rows: readonly BulkRow[]): SQL {
  const { parent, assigned } = TABLES[table];
  return sql`update ${sql.raw(table)} t
    set ${parent} = given.parent, "order" = given."order", ${assigned}, updated_at = now()
    from ${asRecordset(table, rows)} where t.id = given.id`;
}

/** Passes all rows as one JSON parameter, because PostgreSQL allows 65,535 parameters. */
function asRecordset(table: BulkTable, rows: readonly BulkRow[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as given(id text, parent text, "order" int, ${TABLES[table].typed})`;
}
