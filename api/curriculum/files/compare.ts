import { ASSIGNMENT_FIELDS } from '#contract/curriculum-fields.ts';
import type { ChangeCounts, ChangeKind, LeagueChange } from '#contract/league-files.ts';
import { type Row, type Rows, toRows, toTexts } from './rows.ts';
import type { AssignmentNode, LeagueNode, Node } from './tree.ts';

interface TablePlan {
  added: Row[];
  /** Rows with another text, parent or order. */
  updated: Row[];
  removed: Row[];
}

export interface Plan {
  weeks: TablePlan;
  sections: TablePlan;
  resources: TablePlan;
  before: Rows;
  after: Rows;
  leagueFields: FieldChange[];
  assignment: { before: AssignmentNode | null; after: AssignmentNode | null; isChanged: boolean };
  changes: LeagueChange[];
  counts: ChangeCounts;
}

interface FieldChange {
  field: string;
  from: string | null;
  to: string | null;
}

interface ReportContext {
  /** Ids assigned to things that had none in the files. */
  newIds: ReadonlySet<string>;
  fileOf: ReadonlyMap<Node, string>;
}

/** `before` is null for a new league. Every node needs its id. */
export function compareLeagues(before: LeagueNode | null, after: LeagueNode, context: ReportContext): Plan {
  const rows = { before: toRows(before), after: toRows(after) };
  const counts: ChangeCounts = { added: 0, changed: 0, moved: 0, removed: 0, same: 0, renumbered: 0 };
  const changes: LeagueChange[] = [];
  const report = (kind: ChangeKind, change: Omit<LeagueChange, 'kind' | 'people'>) => {
    counts[change.action]++;
    changes.push({ kind, ...change, people: 0 });
  };
  const idOf = (id: string) => (context.newIds.has(id) ? null : id);
  const leagueFields = compareTexts(before ? factsOf(before) : {}, factsOf(after));
  if (!before || leagueFields.length > 0) {
    report('league', {
      action: before ? 'changed' : 'added',
      id: after.id,
      name: after.name,
      place: [],
      from: null,
      fields: before ? leagueFields : [],
      file: 'league.json',
    });
  } else counts.same++;
  const assignment = compareAssignments(before?.assignment ?? null, after.assignment, {
    idOf,
    report,
    counts,
  });
  const table = (kind: 'week' | 'section' | 'resource', key: keyof Rows) =>
    compareRows(rows.before[key], rows.after[key], {
      counts,
      report: (change, row) =>
        report(kind, {
          ...change,
          id: idOf(row.id),
          name: row.name,
          file: context.fileOf.get(row.node) ?? null,
        }),
    });
  return {
    weeks: table('week', 'weeks'),
    sections: table('section', 'sections'),
    resources: table('resource', 'resources'),
    ...rows,
    leagueFields,
    assignment,
    changes,
    counts,
  };
}

function factsOf({ name, description, cohort, expiresAt }: LeagueNode): Record<string, string | null> {
  return { name, description, cohort, expiresAt };
}

function compareTexts(
  before: Record<string, string | null>,
  after: Record<string, string | null>,
): FieldChange[] {
  return Object.entries(after).flatMap(([field, to]) => {
    const from = before[field] ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
}

interface Reporting {
  idOf: (id: string) => string | null;
  report: (kind: ChangeKind, change: Omit<LeagueChange, 'kind' | 'people'>) => void;
  counts: ChangeCounts;
}

function compareAssignments(
  before: AssignmentNode | null,
  after: AssignmentNode | null,
  { idOf, report, counts }: Reporting,
): Plan['assignment'] {
  const toReported = (node: AssignmentNode, file: string | null) => ({
    id: idOf(node.id ?? ''),
    name: node.title,
    place: [],
    from: null,
    fields: [] as FieldChange[],
    file,
  });
  if (before && before.id !== after?.id)
    report('assignment', { ...toReported(before, null), action: 'removed' });
  if (!after) return { before, after, isChanged: before !== null };
  if (before?.id !== after.id) {
    report('assignment', { ...toReported(after, 'assignment.json'), action: 'added' });
    return { before, after, isChanged: true };
  }
  const fields = compareTexts(toTexts(ASSIGNMENT_FIELDS, before), toTexts(ASSIGNMENT_FIELDS, after));
  if (fields.length === 0) counts.same++;
  else report('assignment', { ...toReported(after, 'assignment.json'), action: 'changed', fields });
  return { before, after, isChanged: fields.length > 0 };
}

interface RowReporting {
  counts: ChangeCounts;
  report: (change: Pick<LeagueChange, 'action' | 'place' | 'from' | 'fields'>, row: Row) => void;
}

function compareRows(
  before: readonly Row[],
  after: readonly Row[],
  { counts, report }: RowReporting,
): TablePlan {
  const plan: TablePlan = { added: [], updated: [], removed: [] };
  const old = new Map(before.map((row) => [row.id, row]));
  const displaced = findDisplaced(old, after);
  for (const row of after) {
    const was = old.get(row.id);
    if (!was) {
      plan.added.push(row);
      report({ action: 'added', place: row.place, from: null, fields: [] }, row);
      continue;
    }
    const fields = compareTexts(was.texts, row.texts);
    const hasMoved = was.parentId !== row.parentId;
    const from = hasMoved ? was.place : null;
    if (hasMoved || displaced.has(row.id)) report({ action: 'moved', place: row.place, from, fields }, row);
    else if (fields.length > 0) report({ action: 'changed', place: row.place, from, fields }, row);
    else if (was.order !== row.order) counts.renumbered++;
    else counts.same++;
    if (fields.length > 0 || hasMoved || was.order !== row.order) plan.updated.push(row);
  }
  const kept = new Set(after.map((row) => row.id));
  for (const row of before) {
    if (kept.has(row.id)) continue;
    plan.removed.push(row);
    report({ action: 'removed', place: row.place, from: null, fields: [] }, row);
  }
  return plan;
}

// Rows with the same parent that moved among their remaining siblings.
function findDisplaced(old: ReadonlyMap<string, Row>, after: readonly Row[]): Set<string> {
  const displaced = new Set<string>();
  const staying = after.filter((row) => old.get(row.id)?.parentId === row.parentId);
  for (const siblings of Map.groupBy(staying, (row) => row.parentId).values()) {
    const kept = findUnmovedIndexes(siblings.map((row) => old.get(row.id)?.order ?? 0));
    for (const [index, row] of siblings.entries()) if (!kept.has(index)) displaced.add(row.id);
  }
  return displaced;
}

/** Indexes of the longest increasing subsequence: for [1, 4, 2, 3] those of 1, 2, 3. The remaining items were moved. */
export function findUnmovedIndexes(values: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const unmoved = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) unmoved.add(index);
  return unmoved;
}
