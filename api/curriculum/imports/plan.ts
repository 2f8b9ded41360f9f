import type * as z from 'zod/mini';
import { IMPORT_COLUMNS, type ImportKind } from '#contract/import-columns.ts';
import type { ImportPlan, ImportRow } from '#contract/imports.ts';
import { InputError } from '../../platform/errors/api-error.ts';
import { checkBody } from '../../platform/http/input.ts';
import { toFingerprint } from '../../platform/http/preview-apply.ts';
import { type CsvFile, cutText } from './csv-file.ts';

export interface PlannedRow extends ImportRow {
  /** Null for a new thing. */
  targetId: string | null;
}

export interface Plan<Row extends PlannedRow> {
  kind: ImportKind;
  rows: Row[];
  notes: string[];
  parents?: ImportPlan['parents'];
  fingerprint: string;
}

/**
 * The fingerprint changes if the same file would do something else later. `whereOf` adds the ids a row writes to,
 * because names may be reused.
 */
export function makePlan<Row extends PlannedRow>(
  kind: ImportKind,
  csvFile: CsvFile,
  rows: Row[],
  whereOf: (row: Row) => unknown,
): Plan<Row> {
  const said = rows.map((row) => {
    const { line, outcome, label, place, changes, reasons, targetId } = row;
    return [line, outcome, label, place, changes, reasons, targetId, whereOf(row)];
  });
  return { kind, rows, notes: csvFile.notes, fingerprint: toFingerprint([kind, said]) };
}

const SHOWN_MAX = 200;

export function toShownPlan({ kind, rows, notes, parents, fingerprint }: Plan<PlannedRow>): ImportPlan {
  const count = (outcome: ImportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const cut = (text: string | null) => (text === null ? null : cutText(text, SHOWN_MAX));
  return {
    kind,
    fingerprint,
    counts: {
      create: count('create'),
      update: count('update'),
      unchanged: count('unchanged'),
      refused: count('refused'),
    },
    ...(parents ? { parents } : {}),
    notes,
    rows: rows.map(({ line, outcome, label, place, changes, reasons }) => ({
      line,
      outcome,
      label: cutText(label, SHOWN_MAX),
      place: cut(place),
      changes: changes.map(({ field, from, to }) => ({ field, from: cut(from), to: cut(to) })),
      reasons,
    })),
  };
}

export type Change = ImportRow['changes'][number];

export function listRowChanges(
  kind: ImportKind,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  return IMPORT_COLUMNS[kind].flatMap(({ field, header }) => {
    if (!(field in after)) return [];
    const from = toText(before?.[field]);
    const to = toText(after[field]);
    return from === to ? [] : [{ field: header, from, to }];
  });
}

function toText(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
}

/** Validates like the single call, with its error text. */
export function validate<Value>(
  schema: z.ZodMiniType<Value>,
  raw: Record<string, unknown>,
): { value: Value; fault: null } | { value: null; fault: string } {
  try {
    return { value: checkBody(schema, raw), fault: null };
  } catch (error) {
    if (error instanceof InputError) return { value: null, fault: error.message };
    throw error;
  }
}

const TURN_MS = 10;

/** Lets other requests run in between (docs/security.md F12). */
export async function mapYielding<In, Out>(
  items: readonly In[],
  map: (item: In, index: number) => Out,
): Promise<Out[]> {
  const mapped: Out[] = [];
  let endsAt = performance.now() + TURN_MS;
  for (const [index, item] of items.entries()) {
    mapped.push(map(item, index));
    if (performance.now() < endsAt) continue;
    await new Promise((resolve) => setImmediate(resolve));
    endsAt = performance.now() + TURN_MS;
  }
  return mapped;
}
