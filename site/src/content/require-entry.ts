/** An entry that a page cannot do without. Throws, naming its file, when the content does not have it. */
export function requireEntry<Entry>(entry: Entry | undefined, file: string): Entry {
  if (!entry) throw new Error(`${file} is missing`);
  return entry;
}
