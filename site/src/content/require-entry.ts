/** Throws with the file name when the entry is missing. */
export function requireEntry<Entry>(entry: Entry | undefined, file: string): Entry {
  if (!entry) throw new Error(`${file} is missing`);
  return entry;
}
