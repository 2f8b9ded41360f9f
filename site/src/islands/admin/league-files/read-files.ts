import {
  CURRICULUM_BODY_LIMIT_BYTES,
  CURRICULUM_FILES_MAX,
  type CurriculumFile,
  isCurriculumPath,
} from '#contract/curriculum-files.ts';
import { UnreadableFiles } from './unreadable-files.ts';

/** What somebody chose: its name, and the files a league may be made of. */
export interface ChosenFiles {
  name: string;
  files: CurriculumFile[];
}

const MEGABYTES = Math.round(CURRICULUM_BODY_LIMIT_BYTES / 1024 / 1024);

/**
 * Unpacks a zip here, so that the server never does. What its contents say of sizes is believed only as the most that is
 * unpacked; every file counts, and none but as it was packed. Throws UnreadableFiles.
 */
export async function readZip(zip: File): Promise<ChosenFiles> {
  if (zip.size > CURRICULUM_BODY_LIMIT_BYTES) throw tooLarge(zip.name);
  const { listEntries, unpack } = await import('./unzip.ts');
  const bytes = new Uint8Array(await zip.arrayBuffer());
  try {
    const wanted = listEntries(bytes).filter(({ name }) => isCurriculumPath(name));
    requireModest(
      zip.name,
      wanted.length,
      wanted.reduce((sum, { size }) => sum + size, 0),
    );
    const names = new Set<string>();
    const files = wanted.map((entry) => {
      if (names.has(entry.name)) throw new UnreadableFiles(`${zip.name} holds ${entry.name} twice.`);
      names.add(entry.name);
      return { path: entry.name, text: toText(entry.name, unpack(bytes, entry)) };
    });
    return requireSome({ name: zip.name, files });
  } catch (error) {
    if (error instanceof UnreadableFiles) throw error;
    throw new UnreadableFiles(`${zip.name} cannot be opened as a zip file.`);
  }
}

/** The files of a folder that was chosen in the browser. Throws UnreadableFiles. */
export async function readFolder(chosen: readonly File[]): Promise<ChosenFiles> {
  const pathOf = (file: File) => file.webkitRelativePath || file.name;
  const wanted = chosen.filter((file) => isCurriculumPath(pathOf(file)));
  const name = pathOf(chosen[0] ?? new File([], 'The folder')).split('/')[0] ?? 'The folder';
  requireModest(
    name,
    wanted.length,
    wanted.reduce((sum, { size }) => sum + size, 0),
  );
  const files = await Promise.all(
    wanted.map(async (file) => ({
      path: pathOf(file),
      text: toText(pathOf(file), new Uint8Array(await file.arrayBuffer())),
    })),
  );
  return requireSome({ name, files });
}

/** Packs files for the browser to save. */
export async function packZip(folder: string, files: readonly CurriculumFile[]): Promise<Blob> {
  const { strToU8, zipSync } = await import('fflate');
  const entries = files.map(({ path, text }) => [`${folder}/${path}`, strToU8(text)] as const);
  return new Blob([zipSync(Object.fromEntries(entries)).slice()], { type: 'application/zip' });
}

function toText(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableFiles(`${path} is not written in UTF-8. Save it as UTF-8 and choose again.`);
  }
}

function requireModest(name: string, count: number, size: number): void {
  if (count > CURRICULUM_FILES_MAX) {
    throw new UnreadableFiles(`${name} holds more than ${CURRICULUM_FILES_MAX} files.`);
  }
  if (size > CURRICULUM_BODY_LIMIT_BYTES) throw tooLarge(name);
}

function requireSome(chosen: ChosenFiles): ChosenFiles {
  if (chosen.files.length > 0) return chosen;
  throw new UnreadableFiles(`${chosen.name} holds no Markdown or JSON files.`);
}

function tooLarge(name: string): UnreadableFiles {
  return new UnreadableFiles(`${name} is larger than ${MEGABYTES} MB.`);
}
