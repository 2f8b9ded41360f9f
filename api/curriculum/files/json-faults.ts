import { type JSONPath, visit } from 'jsonc-parser';

/** The line, from 1, behind whose last word a text stops being JSON; null for JSON. */
export function findBrokenLine(text: string): number | null {
  let broken: number | null = null;
  visit(
    text,
    {
      onError: (_code, offset) => {
        broken ??= text.slice(0, offset).trimEnd().split('\n').length;
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return broken;
}

/** A key that an object has twice: the steps that lead to it, and the line of the second one. */
export interface RepeatedKey {
  path: JSONPath;
  line: number;
}

/**
 * The first key that stands twice in one object of a JSON text, which `JSON.parse` reads as if it stood there once, with
 * the last value.
 */
export function findRepeatedKey(json: string): RepeatedKey | null {
  const open: Set<string>[] = [];
  let repeated: RepeatedKey | null = null;
  visit(json, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, _offset, _length, startLine, _startCharacter, toPath) => {
      const keys = open.at(-1);
      if (keys?.has(key)) repeated ??= { path: [...toPath(), key], line: startLine + 1 };
      keys?.add(key);
    },
  });
  return repeated;
}
