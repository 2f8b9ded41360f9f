import { IMPORT_KINDS, type ImportKind } from '#contract/import-columns.ts';
import { IMPORT_CALLS, type ImportOutcome, type ImportPlan, type ImportResult } from '#contract/imports.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import type { Tone } from '#site/labels.ts';
import { TERMS } from '#site/labels.ts';
import type { Access } from '../access/access.ts';
import { countAll } from '../page/count-all.ts';

export const IMPORT_KIND_LABELS: Record<
  ImportKind,
  { title: string; one: string; many: string; path: string }
> = {
  users: { title: 'Users', one: 'user', many: 'users', path: '/admin/users' },
  weeks: { title: TERMS.weeks, one: 'module', many: 'modules', path: '/admin/weeks' },
  sections: { title: TERMS.sections, one: 'topic', many: 'topics', path: '/admin/sections' },
  resources: { title: 'Resources', one: 'resource', many: 'resources', path: '/admin/resources' },
};

export function listImportKinds(access: Access): ImportKind[] {
  return IMPORT_KINDS.filter((kind) => {
    if (!access.may(IMPORT_CALLS[kind])) return false;
    return kind === 'users' || access.mayAnywhere('canCreateContent');
  });
}

export const OUTCOME_LOOKS: Record<ImportOutcome, { label: string; tone: Tone }> = {
  create: { label: 'New', tone: 'success' },
  update: { label: 'Changed', tone: 'info' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'danger' },
};

/** '3 modules, 6 topics and 40 resources': includes parents that a sheet of resources adds. */
export function toNewText(kind: ImportKind, count: number, parents: ImportPlan['parents']): string {
  const { one } = IMPORT_KIND_LABELS[kind];
  if (!parents) return countOf(count, one);
  return countAll([
    [parents.weeks, 'module'],
    [parents.sections, 'topic'],
    [count, one],
  ]);
}

/** '3 modules were added, 1 changed, 12 stayed as they were.' */
export function toResultText(kind: ImportKind, result: ImportResult): string {
  const { created, updated, unchanged, leftOut, enrolled, parents } = result;
  const isOne = created === 1 && !parents;
  const parts = [`${toNewText(kind, created, parents)} ${isOne ? 'was' : 'were'} added`];
  if (updated > 0) parts.push(`${updated} ${kind === 'users' ? 'enrolled' : 'changed'}`);
  if (unchanged > 0) parts.push(`${unchanged} stayed as ${unchanged === 1 ? 'it was' : 'they were'}`);
  if (leftOut > 0) parts.push(`${leftOut} left out`);
  const enrollments =
    enrolled > 0 ? ` ${countOf(enrolled, 'enrollment')} ${enrolled === 1 ? 'was' : 'were'} added.` : '';
  return `${parts.join(', ')}.${enrollments}`;
}
