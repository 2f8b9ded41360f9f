import * as z from 'zod/mini';
import { INTEGER_MAX } from '#contract/constants.ts';
import { LEAGUE_RESOURCES_MAX, type LeagueFile } from '#contract/league-files.ts';
import { LeagueFiles, StoredValue } from './file-schemas.ts';
import { addIssue, type Folder, type Issues, type LeagueFolder, toFolders } from './folder.ts';
import { findBrokenLine, findRepeatedKey } from './json-faults.ts';
import { fromProse, isSameProse, withoutMark } from './to-files.ts';
import {
  type AssignmentNode,
  indexNodes,
  type LeagueNode,
  type Node,
  type NodesById,
  type ResourceNode,
  type SectionNode,
  type WeekNode,
} from './tree.ts';

export interface ReadLeague {
  league: LeagueNode | null;
  problems: Issues;
  /** Set even if `league` is null because of problems. */
  leagueId: string | null;
  root: string;
  fileOf: Map<Node, string>;
}

interface Reading {
  issues: Issues;
  fileOf: Map<Node, string>;
  known: NodesById;
  league: LeagueNode | null;
  /** Resources that may still be read. */
  left: number;
}

type Raw = Record<PropertyKey, unknown>;

type Pruned<Value> = Value extends readonly (infer Item)[]
  ? (Pruned<Item> | undefined)[]
  : Value extends object
    ? { [Key in keyof Value]?: Pruned<Value[Key]> }
    : Value;

/**
 * Applies the rules of the single calls, except to values equal to `known`, the stored league. Reports every problem.
 */
export function fromFiles(files: readonly LeagueFile[], known: LeagueNode | null = null): ReadLeague {
  const reading: Reading = {
    issues: [],
    fileOf: new Map(),
    known: indexNodes(known),
    league: known,
    left: LEAGUE_RESOURCES_MAX,
  };
  const folder = toFolders(files, reading.issues);
  const league = folder ? toLeague(validate(readFolder(folder, reading), reading), reading) : null;
  if (league) reportRepeatedIds(league, reading);
  const { issues: problems, fileOf } = reading;
  return {
    league: problems.length === 0 ? league : null,
    leagueId: league?.id ?? null,
    root: folder?.root ?? '',
    problems,
    fileOf,
  };
}

function readFolder(folder: LeagueFolder, reading: Reading): Raw {
  const league = readThing(folder, 'league.json', reading, () => reading.league);
  if (!isObject(league.json)) return { ...league, assignment: null, modules: [] };
  const assignment = readAssignment(folder, reading);
  const modules = folder.modules.map((module) => ({
    ...readThing(module, 'module.json', reading, (id) => reading.known.weeks.get(id as string)),
    topics: module.topics.map((topic) => {
      const thing = readThing(topic, 'topic.json', reading, (id) => reading.known.sections.get(id as string));
      if (isObject(thing.json) && Array.isArray(thing.json.resources)) limitResources(thing.json, reading);
      return thing;
    }),
  }));
  return { ...league, assignment, modules };
}

function readAssignment(folder: LeagueFolder, reading: Reading): Raw | null {
  const hasProse = folder.files.has('assignment.md');
  const hasJson = folder.files.has('assignment.json');
  if (!hasJson && hasProse) addIssue(reading.issues, 'assignment.md', null, 'assignment.json beside it');
  if (!hasJson) return null;
  if (!hasProse) addIssue(reading.issues, 'assignment.md', null, 'the description of the assignment');
  const stored = reading.league?.assignment ?? null;
  return readThing(folder, 'assignment.json', reading, (id) => (id === stored?.id ? stored : null));
}

// Wraps values equal to the stored ones in `StoredValue`.
function readThing(
  { path, files }: Folder,
  name: string,
  { issues }: Reading,
  findStored: (id: unknown) => { description: string | null } | null | undefined,
): Raw {
  const file = path === '' ? name : `${path}/${name}`;
  const json = parseJson(files.get(name), name);
  if (!isObject(json)) return { file, json };
  reportRepeatedKey(files.get(name) ?? '', file, issues);
  const stored = findStored(json.id);
  markStored(json, stored);
  const prose = files.get(toProseFile(name));
  if (prose === undefined) return { file, json };
  const isSame = stored && isSameProse(prose, stored.description);
  return { file, json, description: isSame ? new StoredValue(stored.description) : fromProse(prose) };
}

function parseJson(text: string | undefined, name: string): unknown {
  if (text === undefined && name !== 'league.json')
    return Symbol(`this file: without it the folder is no ${name.replace('.json', '')}`);
  try {
    return JSON.parse(withoutMark(text ?? ''));
  } catch {
    if (/^(?:<{7}|={7}|>{7})/m.test(text ?? '')) return Symbol('JSON without the marks of a merge');
    const line = findBrokenLine(withoutMark(text ?? ''));
    return Symbol(
      `valid JSON: ${line === null ? '' : `line ${line} `}has a comma too many or too few, or a missing quote or bracket`,
    );
  }
}

// JSON.parse silently keeps the last of two equal keys.
function reportRepeatedKey(text: string, file: string, issues: Issues): void {
  const repeated = findRepeatedKey(text);
  if (!repeated) return;
  const field = z.core.toDotPath(repeated.path);
  addIssue(issues, file, field, `this field once: it stands here again in line ${repeated.line}`);
}

function limitResources(json: Raw, reading: Reading): void {
  const resources = json.resources as unknown[];
  reading.left -= resources.length;
  if (reading.left < 0) {
    json.resources = Symbol(`at most ${LEAGUE_RESOURCES_MAX.toLocaleString('en-US')} resources in a league`);
    return;
  }
  for (const resource of resources) {
    if (isObject(resource)) markStored(resource, reading.known.resources.get(resource.id as string));
  }
}

// Only `text` reads a StoredValue.
const NEVER_MARKED = ['id', 'order', 'cohort'];

function markStored(json: Raw, stored: object | null | undefined): void {
  const now = stored as Raw | null | undefined;
  for (const [field, value] of Object.entries(json)) {
    if (now?.[field] === value && !NEVER_MARKED.includes(field)) json[field] = new StoredValue(value);
  }
}

const UNKNOWN_KEYS_MAX = 20;

// Reports invalid values and removes them, so that the rest can be compared.
function validate(raw: Raw, { issues }: Reading): Pruned<LeagueFiles> {
  const parsed = LeagueFiles.safeParse(raw);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const { path, message } = issue;
    const { file, field } = locateAndRemove(raw, path, issue.code !== 'unrecognized_keys');
    if (issue.code === 'unrecognized_keys') {
      const within = field ? `${field}.` : '';
      for (const key of issue.keys.slice(0, UNKNOWN_KEYS_MAX)) addIssue(issues, file, within + key, message);
    } else {
      addIssue(issues, file, field, message === 'Invalid input' ? `a valid ${String(path.at(-1))}` : message);
    }
  }
  return raw as Pruned<LeagueFiles>;
}

/** For example 'modules/01-intro/module.json' and 'resources[2].url'. */
function locateAndRemove(raw: Raw, path: readonly PropertyKey[], isWrong: boolean) {
  let thing = raw;
  let parent = raw;
  let field: PropertyKey[] = [];
  for (const [index, step] of path.entries()) {
    if (field[0] !== 'json' && typeof parent.file === 'string') {
      thing = parent;
      field = [];
    }
    field.push(step);
    if (index < path.length - 1) parent = parent[step] as Raw;
    else if (isWrong) parent[step] = undefined;
  }
  const file = String(thing.file);
  if (field[0] === 'description') return { file: toProseFile(file), field: 'description' };
  return { file, field: field.length > 1 ? z.core.toDotPath(field.slice(1)) : null };
}

const toProseFile = (file: string) =>
  file
    .replace(/(?:league|module|topic)\.json$/, 'description.md')
    .replace(/assignment\.json$/, 'assignment.md');

function toLeague(files: Pruned<LeagueFiles>, reading: Reading): LeagueNode | null {
  const { file = '', json, description, assignment, modules = [] } = files;
  if (!json) return null;
  const league: LeagueNode = {
    id: json.id || null,
    name: json.name ?? '',
    description: description ?? null,
    cohort: json.cohort ?? '',
    expiresAt: json.expiresAt ?? null,
    assignment: assignment ? toAssignment(assignment, reading) : null,
    weeks: modules.flatMap((module) => (module && toWeek(module, reading)) ?? []),
  };
  sortByOrder(league.weeks, reading);
  reading.fileOf.set(league, file);
  return league;
}

function toAssignment(
  { file = '', json, description }: Pruned<NonNullable<LeagueFiles['assignment']>>,
  { fileOf }: Reading,
): AssignmentNode | null {
  if (!json) return null;
  const assignment = { ...json, description, id: json.id || null } as AssignmentNode;
  fileOf.set(assignment, file);
  return assignment;
}

type ModuleFiles = Pruned<LeagueFiles['modules'][number]>;
type TopicFiles = Pruned<LeagueFiles['modules'][number]['topics'][number]>;

function toWeek(
  { file = '', json, description = null, topics = [] }: ModuleFiles,
  reading: Reading,
): WeekNode | null {
  const sections = topics.flatMap((topic) => (topic && toSection(topic, reading)) ?? []);
  if (!json) return null;
  const { id, order = 0 } = json;
  const week = { ...json, id: id || null, description, order, sections } as WeekNode;
  sortByOrder(sections, reading);
  reading.fileOf.set(week, file);
  return week;
}

function toSection(
  { file = '', json, description = null }: TopicFiles,
  { issues, fileOf }: Reading,
): SectionNode | null {
  if (!json) return null;
  const { id, order = 0, resources = [] } = json;
  const nodes: ResourceNode[] = [];
  const section = { ...json, id: id || null, description, order, resources: nodes } as SectionNode;
  let before = 0;
  for (const [index, resource = {}] of resources.entries()) {
    const next = before + 1;
    const place = resource.order ?? next;
    const field = `resources[${index}].order`;
    if (place > INTEGER_MAX) addIssue(issues, file, field, 'a place: the one before has the last');
    if (place < next) addIssue(issues, file, field, `${next} or more: the one before has ${before}`);
    const node = { ...resource, id: resource.id || null, order: Math.max(place, next) } as ResourceNode;
    before = node.order;
    fileOf.set(node, file);
    nodes.push(node);
  }
  fileOf.set(section, file);
  return section;
}

function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortByOrder(nodes: (WeekNode | SectionNode)[], { issues, fileOf }: Reading): void {
  nodes.sort((one, other) => one.order - other.order);
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1];
    if (before && before.order === node.order && node.order > 0) {
      const file = fileOf.get(node) ?? '';
      addIssue(issues, file, 'order', `another number: ${fileOf.get(before)} has ${node.order} too`);
    }
  }
}

function reportRepeatedIds(league: LeagueNode, { issues, fileOf }: Reading): void {
  const sections = league.weeks.flatMap((week) => week.sections);
  for (const nodes of [league.weeks, sections, sections.flatMap((section) => section.resources)]) {
    const seen = new Map<string, Node>();
    for (const node of nodes) {
      if (node.id === null) continue;
      const first = seen.get(node.id);
      if (first)
        addIssue(
          issues,
          fileOf.get(node) ?? '',
          'id',
          `one thing with the id ${node.id}: ${fileOf.get(first)} has it too`,
        );
      seen.set(node.id, node);
    }
  }
}
