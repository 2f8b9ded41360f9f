import { CreateAssignmentBody, parseMoment } from '../../contract/assignments.ts';
import { CURRICULUM_RESOURCES_MAX, type CurriculumFile } from '../../contract/curriculum-files.ts';
import { CreateLeagueBody } from '../../contract/leagues.ts';
import { CreateResourceBody } from '../../contract/resources.ts';
import { CreateSectionBody } from '../../contract/sections.ts';
import { CreateWeekBody } from '../../contract/weeks.ts';
import { isObject, readField, readId, readObject, refuseOtherKeys } from './fields.ts';
import {
  type Findings,
  type Folder,
  type LeagueFolder,
  type ModuleFolder,
  note,
  toFolders,
} from './folder.ts';
import { fromProse, isSameProse } from './prose.ts';
import {
  type AssignmentNode,
  indexNodes,
  type LeagueNode,
  type Node,
  type NodesById,
  ORDER_MAX,
  type ResourceNode,
  type SectionNode,
  type WeekNode,
} from './tree.ts';

export interface ReadLeague {
  /** Null when anything is wrong. */
  league: LeagueNode | null;
  problems: Findings;
  /** The id in league.json, also when something else is wrong. */
  leagueId: string | null;
  /** The file each thing is told in. */
  fileOf: Map<Node, string>;
}

interface Reading {
  findings: Findings;
  fileOf: Map<Node, string>;
  /** What is stored, so that it is taken back as it is. */
  known: NodesById;
  league: LeagueNode | null;
  /** How many more resources are read. */
  left: number;
}

const ORDER = CreateWeekBody.shape.order;

/**
 * Reads a league from files, by the same rules as the single calls; `known` is the league as it is stored. Says all that
 * is wrong: file, field, what was expected.
 */
export function fromFiles(files: readonly CurriculumFile[], known: LeagueNode | null = null): ReadLeague {
  const reading: Reading = {
    findings: [],
    fileOf: new Map(),
    known: indexNodes(known),
    league: known,
    left: CURRICULUM_RESOURCES_MAX,
  };
  const folder = toFolders(files, reading.findings);
  const league = folder ? readLeague(folder, reading) : null;
  if (league) noteRepeatedIds(league, reading);
  const { findings: problems, fileOf } = reading;
  return { league: problems.length === 0 ? league : null, leagueId: league?.id ?? null, problems, fileOf };
}

function readLeague(folder: LeagueFolder, reading: Reading): LeagueNode | null {
  const { findings, league: stored } = reading;
  const where = { file: 'league.json' };
  const facts = readObject(folder.files.get(where.file) ?? '', where.file, findings);
  if (!facts) return null;
  refuseOtherKeys(facts, ['cohort', 'expiresAt', 'id', 'name'], where, findings);
  const { name, expiresAt } = CreateLeagueBody.shape;
  const cohort = typeof facts.cohort === 'string' ? facts.cohort : '';
  // The database looks for no text with a NUL.
  if (cohort === '' || cohort.includes('\0')) note(findings, where.file, 'cohort', 'the name of a cohort');
  const end = readField(
    { name: 'expiresAt', value: facts.expiresAt, rule: expiresAt, stored: stored?.expiresAt },
    where,
    findings,
  );
  const league: LeagueNode = {
    id: readId(facts.id, where, findings),
    name:
      readField({ name: 'name', value: facts.name, rule: name, stored: stored?.name }, where, findings) ?? '',
    description: readDescription(folder, '', stored?.description, reading),
    cohort,
    expiresAt: end ? new Date(end).toISOString() : null,
    assignment: readAssignment(folder, reading),
    weeks: [],
  };
  league.weeks = folder.modules.flatMap((module) => readWeek(module, reading) ?? []);
  sortByOrder(league.weeks, reading);
  reading.fileOf.set(league, where.file);
  return league;
}

function readAssignment(folder: LeagueFolder, reading: Reading): AssignmentNode | null {
  const { findings } = reading;
  const where = { file: 'assignment.json' };
  const text = folder.files.get(where.file);
  const prose = folder.files.get('assignment.md');
  if (text === undefined) {
    if (prose !== undefined) note(findings, 'assignment.md', null, 'assignment.json beside it');
    return null;
  }
  if (prose === undefined) note(findings, 'assignment.md', null, 'the description of the assignment');
  const facts = readObject(text, where.file, findings);
  if (!facts) return null;
  refuseOtherKeys(facts, ['dueDate', 'id', 'title'], where, findings);
  const id = readId(facts.id, where, findings);
  const stored = id !== null && reading.league?.assignment?.id === id ? reading.league.assignment : null;
  const rules = CreateAssignmentBody.shape;
  const due = readField(
    { name: 'dueDate', value: facts.dueDate, rule: rules.dueDate, stored: stored?.dueDate },
    where,
    findings,
  );
  const assignment: AssignmentNode = {
    id,
    title:
      readField(
        { name: 'title', value: facts.title, rule: rules.title, stored: stored?.title },
        where,
        findings,
      ) ?? '',
    description: '',
    dueDate: due ? (parseMoment(due) ?? new Date(due)).toISOString() : null,
  };
  if (prose !== undefined) {
    assignment.description =
      stored && isSameProse(prose, stored.description)
        ? stored.description
        : (readField(
            { name: 'description', value: fromProse(prose), rule: rules.description },
            { file: 'assignment.md' },
            findings,
          ) ?? '');
  }
  reading.fileOf.set(assignment, where.file);
  return assignment;
}

function readWeek(folder: ModuleFolder, reading: Reading): WeekNode | null {
  const { findings } = reading;
  const read = readNamed(folder, 'module.json', ['id', 'name', 'order'], reading);
  if (!read) {
    for (const topic of folder.topics) readSection(topic, reading);
    return null;
  }
  const { facts, id, where } = read;
  const stored = id === null ? undefined : reading.known.weeks.get(id);
  const rule = CreateWeekBody.shape.name;
  const week: WeekNode = {
    id,
    name: readField({ name: 'name', value: facts.name, rule, stored: stored?.name }, where, findings) ?? '',
    description: readDescription(folder, `${folder.path}/`, stored?.description, reading),
    order: readField({ name: 'order', value: facts.order, rule: ORDER }, where, findings) ?? 0,
    sections: folder.topics.flatMap((topic) => readSection(topic, reading) ?? []),
  };
  sortByOrder(week.sections, reading);
  reading.fileOf.set(week, where.file);
  return week;
}

function readSection(folder: Folder, reading: Reading): SectionNode | null {
  const { findings } = reading;
  const read = readNamed(folder, 'topic.json', ['id', 'name', 'order', 'resources'], reading);
  if (!read) return null;
  const { facts, id, where } = read;
  const stored = id === null ? undefined : reading.known.sections.get(id);
  const rule = CreateSectionBody.shape.name;
  const section: SectionNode = {
    id,
    name: readField({ name: 'name', value: facts.name, rule, stored: stored?.name }, where, findings) ?? '',
    description: readDescription(folder, `${folder.path}/`, stored?.description, reading),
    order: readField({ name: 'order', value: facts.order, rule: ORDER }, where, findings) ?? 0,
    resources: [],
  };
  const count = Array.isArray(facts.resources) ? facts.resources.length : 0;
  reading.left -= count;
  if (!Array.isArray(facts.resources)) note(findings, where.file, 'resources', 'a list of resources: [ … ]');
  else if (reading.left < 0) {
    const most = CURRICULUM_RESOURCES_MAX.toLocaleString('en-US');
    note(findings, where.file, 'resources', `at most ${most} resources in a league`);
  } else {
    let before = 0;
    for (const [index, value] of facts.resources.entries()) {
      const resource = readResource(
        value,
        { file: where.file, within: `resources[${index}].` },
        before,
        reading,
      );
      before = resource.order;
      section.resources.push(resource);
    }
  }
  reading.fileOf.set(section, where.file);
  return section;
}

function readResource(
  value: unknown,
  where: { file: string; within: string },
  before: number,
  reading: Reading,
): ResourceNode {
  const { findings } = reading;
  const next = before + 1;
  if (!isObject(value)) {
    note(findings, where.file, where.within.slice(0, -1), 'a resource: { "title": …, "type": …, "url": … }');
    return { id: null, title: '', type: '', url: '', order: next };
  }
  refuseOtherKeys(value, ['id', 'order', 'title', 'type', 'url'], where, findings);
  const id = readId(value.id, where, findings);
  const stored = id === null ? undefined : reading.known.resources.get(id);
  const { title, type, url } = CreateResourceBody.shape;
  const order =
    value.order === undefined
      ? next
      : (readField({ name: 'order', value: value.order, rule: ORDER }, where, findings) ?? next);
  if (order > ORDER_MAX)
    note(findings, where.file, `${where.within}order`, 'a place: the one before has the last');
  if (order < next) {
    note(findings, where.file, `${where.within}order`, `${next} or more: the one before has ${before}`);
  }
  const resource: ResourceNode = {
    id,
    title:
      readField({ name: 'title', value: value.title, rule: title, stored: stored?.title }, where, findings) ??
      '',
    type:
      readField<string>(
        { name: 'type', value: value.type, rule: type, stored: stored?.type },
        where,
        findings,
      ) ?? '',
    url: readField({ name: 'url', value: value.url, rule: url, stored: stored?.url }, where, findings) ?? '',
    order: Math.max(order, next),
  };
  reading.fileOf.set(resource, where.file);
  return resource;
}

/** The JSON of a module or topic; null, and a finding, where it is missing. */
function readNamed(folder: Folder, fileName: string, keys: readonly string[], { findings }: Reading) {
  const where = { file: `${folder.path}/${fileName}` };
  const text = folder.files.get(fileName);
  if (text === undefined) {
    note(
      findings,
      where.file,
      null,
      `this file: without it the folder is no ${fileName.replace('.json', '')}`,
    );
    return null;
  }
  const facts = readObject(text, where.file, findings);
  if (!facts) return null;
  refuseOtherKeys(facts, keys, where, findings);
  return { facts, where, id: readId(facts.id, where, findings) };
}

function readDescription(
  { files }: Folder,
  path: string,
  stored: string | null | undefined,
  { findings }: Reading,
): string | null {
  const text = files.get('description.md');
  if (text === undefined) return null;
  if (stored !== undefined && isSameProse(text, stored)) return stored;
  const rule = CreateWeekBody.shape.description;
  const where = { file: `${path}description.md` };
  return readField({ name: 'description', value: fromProse(text), rule }, where, findings) ?? null;
}

/** Modules and topics stand by their own `order`; two of one number have no order between them. */
function sortByOrder(nodes: (WeekNode | SectionNode)[], { findings, fileOf }: Reading): void {
  nodes.sort((one, other) => one.order - other.order);
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1];
    if (before && before.order === node.order && node.order > 0) {
      const file = fileOf.get(node) ?? '';
      note(findings, file, 'order', `another number: ${fileOf.get(before)} has ${node.order} too`);
    }
  }
}

function noteRepeatedIds(league: LeagueNode, { findings, fileOf }: Reading): void {
  const sections = league.weeks.flatMap((week) => week.sections);
  for (const nodes of [league.weeks, sections, sections.flatMap((section) => section.resources)]) {
    const seen = new Map<string, Node>();
    for (const node of nodes) {
      if (node.id === null) continue;
      const first = seen.get(node.id);
      if (first)
        note(
          findings,
          fileOf.get(node) ?? '',
          'id',
          `one thing with the id ${node.id}: ${fileOf.get(first)} has it too`,
        );
      seen.set(node.id, node);
    }
  }
}
