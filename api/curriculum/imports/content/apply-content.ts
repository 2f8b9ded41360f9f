import type { ImportResult } from '#contract/imports.ts';
import { recountAfterCurriculumChange, recountAfterEmptyChange } from '../../../learning/recount.ts';
import { listChanges } from '../../../platform/audit/record.ts';
import type { Database } from '../../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../../platform/db/curriculum-version.ts';
import type { ActorAndRequest } from '../../../platform/http/request-info.ts';
import { createId } from '../../../platform/process/secrets.ts';
import { type BulkRow, insertRows, updateRows } from '../../bulk-write.ts';
import { recordImport } from '../record-import.ts';
import { CONTENT_RULES } from './kinds.ts';
import type { ContentPlan, ContentRow } from './plan-content.ts';
import type { ContentKind, Item } from './tree.ts';

interface Written {
  id: string;
  leagueId: string | null;
  parentId: string | null;
  patch: Item['fields'];
}

// Ids in one audit entry; larger imports list only these.
const AUDITED_IDS_MAX = 1000;
// From this many sections on, whole leagues are recounted instead.
const SECTIONS_RECOUNTED_MAX = 500;

/** Lock the leagues first. */
export async function applyContent(
  tx: Database,
  { actor, requestInfo }: ActorAndRequest,
  kind: ContentKind,
  { rows, added, parents }: ContentPlan,
): Promise<ImportResult> {
  const ids = new Map([...added.weeks, ...added.sections].map(({ id }) => [id, createId()]));
  const toWritten = (id: string, { leagueId, parentId, patch }: Omit<Written, 'id'>): Written => ({
    id,
    leagueId,
    parentId: ids.get(parentId ?? '') ?? parentId,
    patch,
  });
  const toAdded = ({ id, order, fields, ...item }: Item) =>
    toWritten(ids.get(id) ?? '', { ...item, patch: { ...fields, order } });
  const updated = rows.filter(({ outcome }) => outcome === 'update');
  const created = rows.filter(({ outcome }) => outcome === 'create').map((row) => toWritten(createId(), row));
  const newParents = [
    { kind: 'weeks', created: added.weeks.map(toAdded) },
    { kind: 'sections', created: added.sections.map(toAdded) },
  ] as const;
  // Updates first: they may free the orders that new rows take.
  if (updated.length > 0) await tx.execute(updateRows(kind, updated.map(toWhole)));
  for (const written of [...newParents, { kind, created }]) {
    if (written.created.length > 0) await tx.execute(insertRows(written.kind, written.created.map(toNew)));
  }
  await recount(tx, added.sections.length > 0 ? 'sections' : kind, created);
  for (const written of newParents)
    await audit(tx, { actor, requestInfo }, written.kind, written.created, []);
  await audit(tx, { actor, requestInfo }, kind, created, updated);
  if (created.length + updated.length > 0) await raiseCurriculumVersion(tx);
  return {
    ...(parents ? { parents } : {}),
    created: created.length,
    updated: updated.length,
    unchanged: rows.filter(({ outcome }) => outcome === 'unchanged').length,
    leftOut: rows.filter(({ outcome }) => outcome === 'refused').length,
    enrolled: 0,
  };
}

const toWhole = ({ item, patch }: ContentRow) =>
  ({ ...item?.fields, ...patch, id: item?.id, parent: item?.parentId }) as BulkRow;
const toNew = ({ id, parentId, patch }: Written) => ({ ...patch, id, parent: parentId }) as BulkRow;

// Changes of existing things do not affect counts.
async function recount(tx: Database, kind: ContentKind, created: readonly Written[]): Promise<void> {
  const leagueIds = distinct(created.map(({ leagueId }) => leagueId));
  if (kind === 'weeks') {
    for (const leagueId of leagueIds) await recountAfterEmptyChange(tx, { leagueId });
    return;
  }
  const sectionIds = distinct(created.map(({ parentId }) => parentId));
  const isNarrow = kind === 'resources' && sectionIds.length <= SECTIONS_RECOUNTED_MAX;
  await recountAfterCurriculumChange(tx, isNarrow ? { leagueIds, sectionIds } : { leagueIds });
}

// One entry per league for new things, one per changed thing.
async function audit(
  tx: Database,
  by: ActorAndRequest,
  kind: ContentKind,
  created: readonly Written[],
  updated: readonly ContentRow[],
): Promise<void> {
  const rules = CONTENT_RULES[kind];
  const leagueIds = distinct([
    ...created.map(({ leagueId }) => leagueId),
    ...updated.map((row) => row.leagueId),
  ]);
  const summaries = leagueIds.map((leagueId) => {
    const ids = created.filter((written) => written.leagueId === leagueId).map(({ id }) => id);
    return {
      action: `${rules.event}_IMPORTED`,
      metadata: {
        leagueId,
        created: ids.length,
        updated: updated.filter((row) => row.leagueId === leagueId).length,
        createdIds: ids.slice(0, AUDITED_IDS_MAX),
      },
    };
  });
  const changes = updated.map(({ item, leagueId, patch }) => ({
    action: `${rules.event}_UPDATED`,
    metadata: { [rules.idField]: item?.id, leagueId, changes: listChanges(item?.fields ?? {}, patch) },
  }));
  await recordImport(tx, by, [...changes, ...summaries]);
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
