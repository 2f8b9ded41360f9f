import { type FileProblem, isLeagueFilePath, type LeagueFile } from '#contract/league-files.ts';

/** What is found wrong while a folder is read; everything, not only the first. */
export type Issues = FileProblem[];

/** Notes what is wrong at a place, and what was expected there; null for the file as a whole. */
export function addIssue(issues: Issues, file: string, field: string | null, expected: string): void {
  issues.push({ file, field, expected });
}

/** The files of one thing by their name, and where they stand. */
export interface Folder {
  path: string;
  files: Map<string, string>;
}

interface ModuleFolder extends Folder {
  topics: Folder[];
}

export interface LeagueFolder extends Folder {
  /** Where league.json stands among the files that were given, with a '/' at its end; '' for the top. */
  root: string;
  modules: ModuleFolder[];
}

const PLACE =
  /^(?:(league\.json|description\.md|assignment\.json|assignment\.md)|modules\/([^/]+)\/(?:(module\.json|description\.md)|topics\/([^/]+)\/(topic\.json|description\.md)))$/;

/**
 * Puts files into the folders of a league. Its root is where league.json stands, however deep a packer put it. Files of
 * the repository around it, and those beside the layout at its root, are passed over; inside modules/ every one counts,
 * because a name typed wrong there would look like a topic taken away. Null without a single root.
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
