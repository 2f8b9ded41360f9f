import { type JSONPath, visit } from 'jsonc-parser';

/** Counts lines from 1; null for valid JSON. */
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

export interface RepeatedKey {
  path: JSONPath;
  line: number;
}

/** Finds a key that occurs twice in an object, where JSON.parse keeps the last value. */
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
