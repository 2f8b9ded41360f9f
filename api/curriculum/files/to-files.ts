import type { LeagueFile } from '#contract/league-files.ts';
import { toSlug } from '#contract/slug.ts';
import type { LeagueNode, ResourceNode, SectionNode, WeekNode } from './tree.ts';

/** The same league always gives the same bytes. Folder names are for people and are not read back. */
export function toFiles(league: LeagueNode): LeagueFile[] {
  const files: LeagueFile[] = [
    { path: 'league.json', text: toJson({ ...league, assignment: undefined, weeks: undefined }) },
  ];
  addProse(files, 'description.md', league.description);
  if (league.assignment) {
    files.push({ path: 'assignment.json', text: toJson(league.assignment) });
    addProse(files, 'assignment.md', league.assignment.description);
  }
  for (const week of league.weeks) {
    const folder = `modules/${toFolderName(week.order, week.name, 'module')}`;
    files.push({ path: `${folder}/module.json`, text: toJson({ ...week, sections: undefined }) });
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

function addProse(files: LeagueFile[], path: string, description: string | null): void {
  if (description !== null) files.push({ path, text: toProse(description) });
}

// One line per resource, so that a change is one line of a diff.
function toSectionJson({ resources, ...section }: SectionNode): string {
  const head = toJson(section).slice(0, -3);
  const lines = resources.map(
    (resource, index) => `    ${toLine(resource, resources[index - 1]?.order ?? 0)}`,
  );
  return `${head},\n  "resources": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}

// Writes the order only after a gap; otherwise it is the place in the list.
function toLine(resource: ResourceNode, before: number): string {
  const order = resource.order === before + 1 ? null : resource.order;
  const parts = sortByName({ ...resource, order })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{ ${parts.join(', ')} }`;
}

function toJson(node: Partial<LeagueNode | WeekNode>): string {
  const facts = sortByName({ ...node, id: node.id ?? undefined, description: undefined });
  return `${JSON.stringify(Object.fromEntries(facts), null, 2)}\n`;
}

function sortByName(facts: object): [string, unknown][] {
  return Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1));
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
