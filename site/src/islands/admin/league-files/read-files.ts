import type { Entry } from '@zip.js/zip.js/lib/zip-core-reader.js';
import {
  isLeagueFilePath,
  LEAGUE_FILES_BYTES_MAX,
  LEAGUE_FILES_MAX,
  type LeagueFile,
} from '#contract/league-files.ts';
import { UnreadableFile } from '../preview-run/preview-run.ts';

export interface ChosenFiles {
  name: string;
  files: LeagueFile[];
}

const MEGABYTES = Math.round(LEAGUE_FILES_BYTES_MAX / 1024 / 1024);

/** Stored and deflated: the methods that the browser can unpack. */
const METHODS = [0, 8];

/**
 * Checks names and sizes first, and never unpacks more than the stated size. Throws UnreadableFile, also for a link, a
 * password or a wrong checksum.
 */
export async function readZip(zip: File): Promise<ChosenFiles> {
  if (zip.size > LEAGUE_FILES_BYTES_MAX) throw tooLarge(zip.name);
  const { ZipReader } = await import('@zip.js/zip.js/lib/zip-core-reader.js');
  const reader = new ZipReader(zip.stream(), { useWebWorkers: false, checkSignature: true });
  const toFile = async (entry: Entry) => {
    const { filename: path } = entry;
    if (entry.symlink) throw new UnreadableFile(`${path} is a link. Put the file itself in its place.`);
    if (entry.encrypted) throw new UnreadableFile(`${path} has a password. Pack it without one.`);
    if (entry.directory || !METHODS.includes(entry.compressionMethod)) throw new Error('No file to unpack');
    const content = await entry.arrayBuffer().catch(() => {
      throw new UnreadableFile(`${path} is damaged. Pack the files again.`);
    });
    return { path, text: toText(path, new Uint8Array(content)) };
  };
  try {
    // The filter below drops names that lead out of the folder.
    const entries = await reader.getEntries({ filenameValidation: 'tolerant' });
    const wanted = entries.filter(({ filename }) => isLeagueFilePath(filename));
    requireModest(
      zip.name,
      wanted.length,
      wanted.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    );
    const names = new Set<string>();
    for (const { filename } of wanted) {
      if (names.has(filename)) throw new UnreadableFile(`${zip.name} holds ${filename} twice.`);
      names.add(filename);
    }
    const files: LeagueFile[] = [];
    for (const entry of wanted) files.push(await toFile(entry));
    return requireSome({ name: zip.name, files });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(`${zip.name} cannot be opened as a zip file.`);
  } finally {
    await reader.close();
  }
}

/** Throws UnreadableFile. */
export async function readFolder(chosen: readonly File[]): Promise<ChosenFiles> {
  const pathOf = (file: File) => file.webkitRelativePath || file.name;
  const wanted = chosen.filter((file) => isLeagueFilePath(pathOf(file)));
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

function toText(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableFile(`${path} is not written in UTF-8. Save it as UTF-8 and choose again.`);
  }
}

function requireModest(name: string, count: number, size: number): void {
  if (count > LEAGUE_FILES_MAX) {
    throw new UnreadableFile(`${name} holds more than ${LEAGUE_FILES_MAX} files.`);
  }
  if (size > LEAGUE_FILES_BYTES_MAX) throw tooLarge(name);
}

function requireSome(chosen: ChosenFiles): ChosenFiles {
  if (chosen.files.length > 0) return chosen;
  throw new UnreadableFile(`${chosen.name} holds no Markdown or JSON files.`);
}

function tooLarge(name: string): UnreadableFile {
  return new UnreadableFile(`${name} is larger than ${MEGABYTES} MB.`);
}
