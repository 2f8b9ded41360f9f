import { rename, rm } from 'node:fs/promises';
import { makePrivate } from '#api/process/private-files.ts';
import { StartError } from '#api/process/start-error.ts';
import { JournalEntry } from '#api/restore/journal.ts';
import type { RestoreReport } from '#api/restore/replay.ts';

/** Reads a file of `npm run db:journal`. Throws StartError when it is none. */
export async function readJournalFile(file: string): Promise<JournalEntry[]> {
  const source = Bun.file(file);
  if (!(await source.exists())) throw new StartError(`There is no file ${file}.`);
  const lines = (await source.text()).split('\n').filter(Boolean);
  return lines.map((line, index) => {
    try {
      return JournalEntry.parse(JSON.parse(line));
    } catch {
      throw new StartError(`Line ${index + 1} of ${file} is none of npm run db:journal.`);
    }
  });
}

/** Writes a journal whole or not at all, readable by its owner alone. */
export async function writeJournalFile(file: string, entries: readonly JournalEntry[]): Promise<void> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  await Bun.write(part, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  makePrivate(part);
  await rename(part, file);
}

/** What a restore did and left, as lines for a terminal. */
export function toRestoreLines({
  sessionsEnded,
  suspended,
  erased,
  demoted,
  listed,
}: RestoreReport): string[] {
  return [
    `${sessionsEnded} sessions ended; everybody signs in anew.`,
    ...named('Erased again', erased),
    ...named('Suspended again', suspended),
    ...named('Set to the lower role again', demoted),
    ...(listed.length > 0 ? ['Changed since the backup, and yours to decide:', ...listed] : []),
  ];
}

function named(words: string, ids: readonly string[]): string[] {
  return ids.length > 0 ? [`${words}: ${ids.join(', ')}`] : [];
}
