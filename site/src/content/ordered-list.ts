/** One entry of a list file, as an editor writes it. */
type Entry = Record<string, unknown>;

/**
 * Reads a JSON list and writes each entry's place in the file into `order`, because a collection
 * does not promise to keep it. Throws when the file is not a list of objects.
 */
export function readOrderedList(text: string): Entry[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error('The file must hold a list: [ … ]');
  return list.map((entry: unknown, order) => {
    if (typeof entry !== 'object' || entry === null) throw new Error(`Entry ${order + 1} must be { … }`);
    return { ...entry, order };
  });
}

/** Puts entries of a list file back in the order of the file. */
export function inFileOrder<T extends { data: { order: number } }>(entries: T[]): T['data'][] {
  return entries.map((entry) => entry.data).sort((a, b) => a.order - b.order);
}
