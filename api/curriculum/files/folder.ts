import { type FileProblem, isLeagueFilePath, type LeagueFile } from '#contract/league-files.ts';

export type Issues = FileProblem[];

/** `field` is null for a problem of the whole file. */
export function addIssue(issues: Issues, file: string, field: string | null, expected: string): void {
  issues.push({ file, field, expected });
}

export interface Folder {
  path: string;
  files: Map<string, string>;
}

interface ModuleFolder extends Folder {
  topics: Folder[];
}

export interface LeagueFolder extends Folder {
  /** Folder of league.json within the given files, ending in '/'; '' for the top. */
  root: string;
  modules: ModuleFolder[];
}

const PLACE =
  /^(?:(league\.json|description\.md|assignment\.json|assignment\.md)|modules\/([^/]+)\/(?:(module\.json|description\.md)|topics\/([^/]+)\/(topic\.json|description\.md)))$/;

/**
 * Sorts files into the folders of a league; null without a single league.json. Ignores other files beside it, but
 * reports unknown ones in modules/, because a misspelt name would look like a removed topic.
 */
export function toFolders(files: readonly LeagueFile[], issues: Issues): LeagueFolder | null {
  const texts = new Map<string, string>();
  for (const { path, text } of files) {
    const plain = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
    if (!isLeagueFilePath(plain)) continue;
    if (texts.has(plain)) addIssue(issues, plain, null, 'one file of this path, not two');
    texts.set(plain, text);
  }
  const root = findRoot([...texts.keys()], issues);
  if (root === null) return null;
  const league: LeagueFolder = { root, path: '', files: new Map(), modules: [] };
  const modules = new Map<string, ModuleFolder>();
  const topics = new Map<string, Folder>();
  for (const [path, text] of [...texts].sort(byPath)) {
    if (!path.startsWith(root)) continue;
    const inside = path.slice(root.length);
    const [, own, moduleName, ofModule, topicName, ofTopic] = PLACE.exec(inside) ?? [];
    if (own) league.files.set(own, text);
    else if (moduleName) {
      const module = at(modules, `modules/${moduleName}`, (found) => league.modules.push(found));
      if (ofModule) module.files.set(ofModule, text);
      else if (topicName && ofTopic) {
        const topic = at(topics, `${module.path}/topics/${topicName}`, (found) => module.topics.push(found));
        topic.files.set(ofTopic, text);
      }
    } else if (inside.startsWith('modules/')) {
      addIssue(
        issues,
        inside,
        null,
        'modules/{folder}/ with module.json and description.md, and there topics/{folder}/ with topic.json and description.md',
      );
    }
  }
  return league;
}

function findRoot(paths: readonly string[], issues: Issues): string | null {
  const found = paths.filter((path) => path === 'league.json' || path.endsWith('/league.json'));
  const depth = (path: string) => path.split('/').length;
  const least = Math.min(...found.map(depth));
  const roots = found.filter((path) => depth(path) === least);
  if (roots.length === 0) {
    addIssue(issues, 'league.json', null, 'a folder that holds league.json');
    return null;
  }
  if (roots.length > 1) {
    for (const path of roots) addIssue(issues, path, null, 'one league at a time: choose the folder of one');
    return null;
  }
  return (roots[0] ?? '').slice(0, -'league.json'.length);
}

function at<Found extends Folder>(
  known: Map<string, Found>,
  path: string,
  add: (found: Found) => void,
): Found {
  const old = known.get(path);
  if (old) return old;
  const fresh = { path, files: new Map<string, string>(), topics: [] } as unknown as Found;
  known.set(path, fresh);
  add(fresh);
  return fresh;
}

function byPath([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}
