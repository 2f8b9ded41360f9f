import { join } from 'node:path';

/** Most lines of product code by folder: lowered by each removal, raised by at most the budget of a feature. */
export const CODE_CEILING = { api: 40_376, bench: 1045, deploy: 0, scripts: 4311, site: 45_438 };
export type CodeFolder = keyof typeof CODE_CEILING;

const CODE = /\.(?:astro|css|js|mjs|tsx?)$/;
const NO_PRODUCT =
  /\.(?:test|e2e|mutation)\.tsx?$|^site\/e2e\/|^api\/(?:test|conformance)\/|\/testing\/|\/testing\./;

/** True for a path of code that is no test. */
export const isProductCode = (path: string) => CODE.test(path) && !NO_PRODUCT.test(path);

/** Lines of product code in each folder: no tests, no blank lines, no lines that hold only a comment. */
export async function countCodeLines(root: string): Promise<Record<CodeFolder, number>> {
  const lines = { api: 0, bench: 0, deploy: 0, scripts: 0, site: 0 };
  for (const folder of Object.keys(lines) as CodeFolder[]) {
    for await (const file of new Bun.Glob(`${folder}/**`).scan({ cwd: root, dot: false })) {
      if (isProductCode(file)) lines[folder] += countLines(await Bun.file(join(root, file)).text());
    }
  }
  return lines;
}

/** Lines that are neither blank nor only a comment. */
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
