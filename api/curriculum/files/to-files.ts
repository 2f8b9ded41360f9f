import { pickResourceFields } from '#contract/curriculum-fields.ts';
import type { LeagueFile } from '#contract/league-files.ts';
import type { AssignmentNode, LeagueNode, ResourceNode, SectionNode, WeekNode } from './tree.ts';

const SLUG_MAX = 40;

/** The same league always gives the same bytes. Folder names are for people and are not read back. */
export function toFiles(league: LeagueNode): LeagueFile[] {
  const files: LeagueFile[] = [{ path: 'league.json', text: toLeagueJson(league) }];
  addProse(files, 'description.md', league.description);
  if (league.assignment) {
    files.push({ path: 'assignment.json', text: toAssignmentJson(league.assignment) });
    addProse(files, 'assignment.md', league.assignment.description);
  }
  for (const week of league.weeks) {
    const folder = `modules/${toFolderName(week.order, week.name, 'module')}`;
    files.push({ path: `${folder}/module.json`, text: toWeekJson(week) });
    addProse(files, `${folder}/description.md`, week.description);
    for (const section of week.sections) {
      const inside = `${folder}/topics/${toFolderName(section.order, section.name, 'topic')}`;
      files.push({ path: `${inside}/topic.json`, text: toSectionJson(section) });
      addProse(files, `${inside}/description.md`, section.description);
    }
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

export function toFolderName(order: number, name: string, kind: string): string {
  return `${String(order).padStart(2, '0')}-${toSlug(name, kind)}`;
}

export function toSlug(name: string, fallback: string): string {
  const slug = name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
  return slug || fallback;
}

function addProse(files: LeagueFile[], path: string, description: string | null): void {
  if (description !== null) files.push({ path, text: toProse(description) });
}

function toLeagueJson({ cohort, expiresAt, id, name }: LeagueNode): string {
  return toJson({ cohort, expiresAt, ...(id ? { id } : {}), name });
}

function toAssignmentJson({ dueDate, id, title }: AssignmentNode): string {
  return toJson({ dueDate, ...(id ? { id } : {}), title });
}

function toWeekJson({ id, name, order }: WeekNode): string {
  return toJson({ ...(id ? { id } : {}), name, order });
}

// One line per resource, so that a change is one line of a diff.
function toSectionJson({ id, name, order, resources }: SectionNode): string {
  const head = toJson({ ...(id ? { id } : {}), name, order }).slice(0, -3);
  const lines = resources.map(
    (resource, index) => `    ${toLine(resource, resources[index - 1]?.order ?? 0)}`,
  );
  return `${head},\n  "resources": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}

// Writes the order only after a gap; otherwise it is the place in the list.
function toLine(resource: ResourceNode, before: number): string {
  const { id, order } = resource;
  const facts = { id, order: order === before + 1 ? null : order, ...pickResourceFields(resource) };
  const parts = Object.entries(facts)
    .filter(([, value]) => value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{ ${parts.join(', ')} }`;
}

function toJson(facts: Record<string, unknown>): string {
  return `${JSON.stringify(facts, null, 2)}\n`;
}

function toProse(description: string): string {
  return `${description}\n`;
}

// Editors may add a byte order mark, CRLF or a final line feed.
export function fromProse(text: string): string {
  const lines = withoutMark(text).replace(/\r\n?/g, '\n');
  return lines.endsWith('\n') ? lines.slice(0, -1) : lines;
}

export function isSameProse(text: string, stored: string | null): boolean {
  return stored !== null && fromProse(text) === fromProse(toProse(stored));
}

export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
