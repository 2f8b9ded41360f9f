type Entry = Record<string, unknown>;

/**
 * Reads a JSON list and stores each index in `order`, since a collection does not keep the order. Throws when the file
 * is not a list of objects.
 */
export function readOrderedList(text: string): Entry[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error('The file must hold a list: [ … ]');
  return list.map((entry: unknown, order) => {
    if (typeof entry !== 'object' || entry === null) throw new Error(`Entry ${order + 1} must be { … }`);
    return { ...entry, order };
  });
}

export function inFileOrder<T extends { data: { order: number } }>(entries: T[]): T['data'][] {
  return entries.map((entry) => entry.data).sort((a, b) => a.order - b.order);
}
