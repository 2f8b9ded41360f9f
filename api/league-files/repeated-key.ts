/** A key that an object has twice: the steps that lead to it, and the line of the second one. */
export interface RepeatedKey {
  path: PropertyKey[];
  line: number;
}

/** An object or array that is open where the scan is. */
interface Open {
  /** Of an object: its keys so far. */
  keys: Set<string> | null;
  /** The key or the place that is being read. */
  step: PropertyKey;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs;

/**
 * The first key that stands twice in one object of a JSON text, which `JSON.parse` reads as if it stood there once, with the
 * last value. The text has to be valid: what `JSON.parse` took.
 */
export function findRepeatedKey(json: string): RepeatedKey | null {
  const opened: Open[] = [];
  let open: Open | undefined;
  let isKeyNext = false;
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      open = { keys: token === '{' ? new Set() : null, step: 0 };
      opened.push(open);
      isKeyNext = token === '{';
    } else if (token === '}' || token === ']') {
      opened.pop();
      open = opened.at(-1);
      isKeyNext = false;
    } else if (token === ',') {
      if (open?.keys) isKeyNext = true;
      else if (open) open.step = Number(open.step) + 1;
    } else if (isKeyNext && open?.keys) {
      // As it is meant: "\u0069d" is the key id.
      const key = JSON.parse(token) as string;
      open.step = key;
      isKeyNext = false;
      if (open.keys.has(key)) {
        return { path: opened.map(({ step }) => step), line: json.slice(0, index).split('\n').length };
      }
      open.keys.add(key);
    }
  }
  return null;
}
