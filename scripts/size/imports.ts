import { dirname, join, posix } from 'node:path';

interface Imports {
  fixed: string[];
  dynamic: string[];
}

/** Paths are URLs below the site's root. */
export function createScriptReader(dist: string): {
  readImports: (path: string) => Promise<Imports>;
  closure: (paths: Iterable<string>) => Promise<Set<string>>;
} {
  const importsOf = new Map<string, Promise<Imports>>();
  const scanner = new Bun.Transpiler({ loader: 'js' });

  /** Caches promises, because pages are weighed concurrently. */
  function readImports(path: string): Promise<Imports> {
    const known = importsOf.get(path) ?? scanImports(path);
    importsOf.set(path, known);
    return known;
  }

  async function scanImports(path: string): Promise<Imports> {
    const file = Bun.file(join(dist, path));
    const found: Imports = { fixed: [], dynamic: [] };
    if (!(await file.exists())) return found;
    for (const { path: target, kind } of scanner.scanImports(await file.text())) {
      if (!target.startsWith('.') && !target.startsWith('/')) continue;
      const resolved = target.startsWith('/') ? target : posix.join(dirname(path), target);
      (kind === 'dynamic-import' ? found.dynamic : found.fixed).push(resolved);
    }
    return found;
  }

  async function closure(paths: Iterable<string>): Promise<Set<string>> {
    const seen = new Set<string>();
    const queue = [...paths];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (seen.has(path)) continue;
      seen.add(path);
      queue.push(...(await readImports(path)).fixed);
    }
    return seen;
  }

  return { readImports, closure };
}
