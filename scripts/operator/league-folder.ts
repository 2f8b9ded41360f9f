import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#api/platform/process/start-error.ts';
import { isLeagueFilePath, LEAGUE_FILES_MAX, type LeagueFile } from '#contract/league-files.ts';

/** Throws StartError for a missing folder, a link, or a file that is not UTF-8. */
export async function readFolder(folder: string): Promise<LeagueFile[]> {
  const paths = await findPaths(folder);
  if (paths.length > LEAGUE_FILES_MAX) {
    throw new StartError(`${folder} holds ${paths.length} files; a league has ${LEAGUE_FILES_MAX} at most.`);
  }
  return Promise.all(
    paths.map(async (path) => ({ path, text: toText(path, await readFile(join(folder, path))) })),
  );
}

async function findPaths(folder: string, inside = ''): Promise<string[]> {
  const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch(() => {
    throw new StartError(`There is no folder ${join(folder, inside)}.`);
  });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) paths.push(...(await findPaths(folder, path)));
    else if (entry.isFile() && isLeagueFilePath(path)) paths.push(path);
    else if (entry.isSymbolicLink() && isOfLeague(path)) {
      // Skipping the link would look like a removal.
      throw new StartError(`${path} is a link. Put the file itself in its place.`);
    }
  }
  return paths;
}

function isOfLeague(path: string): boolean {
  const parts = path.split('/');
  return parts.includes('modules') || OWN.test(parts.at(-1) ?? '');
}

function toText(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new StartError(`${path} is not written in UTF-8.`);
  }
}

const OWN =
  /^(?:league\.json|description\.md|assignment\.(?:json|md)|modules\/.+\/(?:module\.json|topic\.json|description\.md))$/;

const NAMES_MAX = 10;

/** Throws StartError if writing would overwrite another league or changed files of this one. */
export async function requireNothingLost(folder: string, files: readonly LeagueFile[]): Promise<void> {
  if (!existsSync(folder)) return;
  const written = new Map(files.map(({ path, text }) => [path, toPlain(text)]));
  const texts = new Set(written.values());
  const lost: string[] = [];
  for (const path of await findPaths(folder)) {
    if (!OWN.test(path)) continue;
    const text = await readFile(join(folder, path), 'utf8');
    if (path === 'league.json' && isOfAnother(text, written.get(path))) {
      throw new StartError(
        `${folder} holds the files of another league. Export into a folder of its own, or add --overwrite.`,
      );
    }
    const plain = toPlain(text);
    if (!(written.has(path) ? written.get(path) === plain : texts.has(plain))) lost.push(path);
  }
  if (lost.length === 0) return;
  const more = lost.length > NAMES_MAX ? ` and ${lost.length - NAMES_MAX} more` : '';
  throw new StartError(
    `Files in ${folder} are not as the league is: ${lost.slice(0, NAMES_MAX).join(', ')}${more}. ` +
      'Import them first, export into another folder, or add --overwrite.',
  );
}

function isOfAnother(text: string, written: string | undefined): boolean {
  const id = readId(text);
  return id !== null && id !== readId(written ?? '');
}

function readId(text: string): string | null {
  try {
    const { id } = JSON.parse(toPlain(text));
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** Editors may change the byte order mark, line ends and the last line feed. */
function toPlain(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
}

export async function writeFolder(folder: string, files: readonly LeagueFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const kept = new Set(files.map(({ path }) => path));
  for (const path of await findPaths(folder)) {
    if (kept.has(path) || !OWN.test(path)) continue;
    await rm(join(folder, path));
    await removeEmpty(folder, dirname(path));
  }
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function removeEmpty(folder: string, inside: string): Promise<void> {
  for (let path = inside; path !== '.' && path !== ''; path = dirname(path)) {
    try {
      await rmdir(join(folder, path));
    } catch {
      return;
    }
  }
}
