import { IMPORT_BYTES_MAX } from '#contract/imports.ts';
import { readDraft, removeDraft, storeDraft } from '#site/islands/shared/offline/draft.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';
import { UnreadableFile } from '../preview-run/preview-run.ts';
import { type ImportRun, toPasted } from './import-run.ts';

export interface ReadText {
  text: string;
  note: string | null;
}

/** Windows-1252 is the fallback, as older spreadsheets write it. Throws UnreadableFile. */
export function decodeText(bytes: Uint8Array): ReadText {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) {
    throw new UnreadableFile('This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8” first.');
  }
  if (first === 0xff && second === 0xfe) return { text: decode('utf-16le', bytes), note: null };
  if (first === 0xfe && second === 0xff) return { text: decode('utf-16be', bytes), note: null };
  // Text has no zero bytes.
  if (bytes.includes(0)) {
    throw new UnreadableFile('This is not a text file. Save your spreadsheet as “CSV UTF-8” first.');
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null };
  } catch {
    return {
      text: decode('windows-1252', bytes),
      note: 'The file is not UTF-8 and was read as Windows-1252. Check that accented letters look right.',
    };
  }
}

const decode = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

/** Throws UnreadableFile, also for a file that is too large for the server. */
export async function readTextFile(file: File): Promise<ReadText> {
  if (file.size === 0) throw new UnreadableFile('The file is empty.');
  // UTF-16 may be twice as long as the UTF-8 that is sent.
  if (file.size > 2 * IMPORT_BYTES_MAX) throw new UnreadableFile(toTooLarge(file.size));
  const read = decodeText(new Uint8Array(await file.arrayBuffer()));
  const size = new Blob([read.text]).size;
  if (size > IMPORT_BYTES_MAX) throw new UnreadableFile(toTooLarge(size));
  return read;
}

function toTooLarge(bytes: number): string {
  return `The file is ${formatSize(bytes)}; an import takes ${formatSize(IMPORT_BYTES_MAX)} at most. Please split it.`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}

/** Keeps pasted rows over a reload and the end of the session, for the same account (docs/security.md P45). */
export function storePastedRows(run: ImportRun): ImportRun {
  // The owner is unknown after the session ends, so it is read now.
  const key = { name: 'import', owner: findOwner() ?? '' };
  const kept = readDraft(key)?.rows;
  if (kept) run.choose({ source: toPasted(kept) });
  run.$state.listen((now, before) => {
    if (now.source === before?.source && now.step === before.step) return;
    const isPasted = now.source !== null && now.source.name === null;
    if (isPasted && now.step !== 'done') storeDraft(key, { rows: now.source?.text ?? '' });
    else removeDraft(key);
  });
  return run;
}
