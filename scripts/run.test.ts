import { expect, test } from 'bun:test';
import { dirname, join } from 'node:path';

/** What a file needs before its first line runs, itself included: its imports, and theirs. */
async function listNeeded(file: string, found = new Map<string, string[]>()): Promise<Map<string, string[]>> {
  if (found.has(file)) return found;
  const text = await Bun.file(file).text();
  const named = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)';|^import '([^']+)';/gm)].map(
    ([, from, alone]) => from ?? alone ?? '',
  );
  found.set(file, named);
  for (const path of named) if (path.startsWith('.')) await listNeeded(join(dirname(file), path), found);
  return found;
}

test('every command starts in a bare clone: nothing but Node is needed before packages are installed', async () => {
  const needed = await listNeeded(join(import.meta.dir, 'run.mjs'));
  expect(needed.size).toBeGreaterThan(10);
  for (const [file, named] of needed) {
    const packages = named.filter((path) => !path.startsWith('node:') && !path.startsWith('.'));
    expect([file, packages]).toEqual([file, []]);
  }
});
