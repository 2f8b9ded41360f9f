import { strToU8, zipSync } from 'fflate';
import type { LeagueFile } from '#contract/league-files.ts';

/** The first moment a zip can tell; a file has no other, so that the same league gives the same bytes. */
const NO_MOMENT = new Date(1980, 0, 1);

/** Files in one folder of that name, packed. */
export function toZip(folder: string, files: readonly LeagueFile[]): Uint8Array {
  const entries = files.map(({ path, text }) => [`${folder}/${path}`, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: NO_MOMENT, level: 6 });
}
