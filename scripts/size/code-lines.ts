import { join } from 'node:path';

/** Removals lower these ceilings; a feature raises them by at most its budget. */
export const CODE_CEILING = { api: 43_150, bench: 860, deploy: 0, scripts: 4270, site: 46_850 };
export type CodeFolder = keyof typeof CODE_CEILING;

const CODE = /\.(?:astro|css|js|mjs|tsx?)$/;
const NO_PRODUCT =
  /\.(?:test|e2e|mutation)\.tsx?$|^site\/e2e\/|^api\/(?:test|conformance)\/|\/testing\/|\/testing\./;

export const isProductCode = (path: string) => CODE.test(path) && !NO_PRODUCT.test(path);

export async function countCodeLines(root: string): Promise<Record<CodeFolder, number>> {
  const folders = Object.keys(CODE_CEILING) as CodeFolder[];
  const lines = Object.fromEntries(folders.map((folder) => [folder, 0])) as Record<CodeFolder, number>;
  for (const folder of folders) {
    for await (const file of new Bun.Glob(`${folder}/**`).scan({ cwd: root, dot: false })) {
      if (isProductCode(file)) lines[folder] += countLines(await Bun.file(join(root, file)).text());
    }
  }
  return lines;
}

export function countLines(source: string): number {
  let count = 0;
  let isInComment = false;
  for (const line of source.split('\n')) {
    const text = line.trim();
    const opens = !isInComment && /^(?:\{?\/\*|<!--)/.test(text);
    const isComment = isInComment || opens || text.startsWith('//');
    if (text !== '' && !isComment) count += 1;
    if (isInComment || opens) isInComment = !/(?:\*\/\}?|-->)/.test(text);
  }
  return count;
}
