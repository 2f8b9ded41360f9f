import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { StartError } from '#api/start-error.ts';
import { CURRICULUM_FILES_MAX, type CurriculumFile, isCurriculumPath } from '#contract/curriculum-files.ts';

/** The Markdown and JSON files below a folder, by their paths with '/'. Throws StartError when there is no such folder. */
export async function readFolder(folder: string): Promise<CurriculumFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new StartError(`There is no folder ${folder}.`);
  });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isCurriculumPath(toPortable(relative(folder, path))));
  if (paths.length > CURRICULUM_FILES_MAX) {
    throw new StartError(
      `${folder} holds ${paths.length} files; a league has ${CURRICULUM_FILES_MAX} at most.`,
    );
  }
  return Promise.all(
    paths.map(async (path) => ({
      path: toPortable(relative(folder, path)),
      text: await readFile(path, 'utf8'),
    })),
  );
}

const OWN =
  /^(?:league\.json|description\.md|assignment\.(?:json|md)|modules\/.+\/(?:module\.json|topic\.json|description\.md))$/;

/**
 * Writes a league into a folder, and takes away the files of an earlier export that it has no more; nothing else in the
 * folder is touched.
 */
export async function writeFolder(folder: string, files: readonly CurriculumFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const kept = new Set(files.map(({ path }) => path));
  for (const { path } of await readFolder(folder)) {
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

function toPortable(path: string): string {
  return path.split(sep).join('/');
}
