// The rules of .dependency-cruiser.cjs, each broken once in a small tree of its own.
import { afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.cjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The names of the rules that a tree breaks; a file is given by its imports or its text. */
async function broken(
  files: Record<string, readonly string[] | string>,
  keyword = 'import',
): Promise<string[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'structure-')));
  folders.push(root);
  for (const [file, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    if (typeof imports === 'string') {
      writeFileSync(join(root, file), imports);
      continue;
    }
    const lines = imports.map((path, index) => `${keyword} { x as x${index} } from '${path}';`);
    const uses = imports.map((_, index) => `typeof x${index}`).join(' | ');
    const values = keyword === 'import' ? imports.map((_, index) => `x${index}`).join(', ') : '';
    writeFileSync(
      join(root, file),
      `${lines.join('\n')}\nexport type X = ${uses || 'null'};\nexport const x = [${values}];\n`,
    );
  }
  const { tsConfig: _, ...options } = rules.options;
  const sources = Object.keys(files).filter((file) => Array.isArray(files[file]));
  const tops = new Set(sources.map((file) => file.split('/')[0] as string));
  const { output } = await cruise([...tops], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules.forbidden } as IFlattenedRuleSet,
  });
  const { violations } = (output as ICruiseResult).summary;
  return [...new Set(violations.map(({ rule }) => rule.name))].sort();
}

const ISLANDS = 'site/src/islands';

describe('the floors of the house', () => {
  test('a tree in order breaks none', async () => {
    const files = {
      'api/contract/call.ts': [],
      'api/platform/db/client.ts': ['../../contract/call.ts'],
      'api/platform/http/router.ts': ['../db/client.ts'],
      'api/platform/mail/outbox.ts': ['../http/router.ts'],
      'api/serving/routes.ts': ['../platform/mail/outbox.ts'],
      'api/awards/award.ts': ['../platform/http/router.ts', '../serving/routes.ts'],
      'api/learning/routes.ts': ['../awards/award.ts'],
      'api/app.ts': ['./learning/routes.ts'],
      [`${ISLANDS}/shared/session.ts`]: ['../../../../api/contract/call.ts'],
      [`${ISLANDS}/auth/sign-in.ts`]: ['../shared/session.ts'],
    };
    expect(await broken(files)).toEqual([]);
  });

  test.each([
    [
      'floor-platform-db',
      { 'api/platform/db/client.ts': ['../http/router.ts'], 'api/platform/http/router.ts': [] },
    ],
    [
      'floor-platform-http',
      { 'api/platform/http/router.ts': ['../mail/outbox.ts'], 'api/platform/mail/outbox.ts': [] },
    ],
    [
      'floor-platform',
      { 'api/platform/mail/outbox.ts': ['../../awards/award.ts'], 'api/awards/award.ts': [] },
    ],
    ['floor-serving', { 'api/serving/routes.ts': ['../awards/award.ts'], 'api/awards/award.ts': [] }],
    ['features-below-the-app', { 'api/awards/award.ts': ['../app.ts'], 'api/app.ts': [] }],
    [
      'site-reads-the-contract-alone',
      { 'site/src/pages/x.ts': ['../../../api/awards/award.ts'], 'api/awards/award.ts': [] },
    ],
    [
      'islands-meet-in-shared-and-ui',
      { [`${ISLANDS}/auth/a.ts`]: ['../gallery/b.ts'], [`${ISLANDS}/gallery/b.ts`]: [] },
    ],
    [
      'shared-below-the-islands',
      { [`${ISLANDS}/shared/a.ts`]: ['../gallery/b.ts'], [`${ISLANDS}/gallery/b.ts`]: [] },
    ],
    ['no-unresolved-import', { 'api/awards/award.ts': ['./gone.ts'] }],
  ])('%s is noticed', async (rule, files) => {
    expect(await broken(files as Record<string, string[]>)).toContain(rule);
  });

  test('a circle of two files is noticed, and one of two folders whose files make none', async () => {
    const files = { 'api/awards/a.ts': ['./b.ts'], 'api/awards/b.ts': ['./a.ts'] };
    for (const keyword of ['import', 'import type'])
      expect(await broken(files, keyword)).toEqual(['no-circle-among-files']);
    const folders = {
      'api/awards/a.ts': ['../learning/b.ts'],
      'api/learning/b.ts': [],
      'api/learning/c.ts': ['../awards/d.ts'],
      'api/awards/d.ts': [],
    };
    expect(await broken(folders)).toEqual(['no-circle-among-folders']);
  });

  test('the product may not import a package that only checks and tests install', async () => {
    const files = {
      'api/awards/a.ts': ['only-tests'],
      'node_modules/only-tests/index.js': 'export const x = 1;',
      'node_modules/only-tests/package.json': '{"name":"only-tests","version":"1.0.0","main":"index.js"}',
    };
    const manifest = (group: string) => JSON.stringify({ [group]: { 'only-tests': '1.0.0' } });
    expect(await broken({ ...files, 'package.json': manifest('devDependencies') })).toEqual([
      'product-without-dev-dependencies',
    ]);
    expect(await broken({ ...files, 'package.json': manifest('dependencies') })).toEqual([]);
  });

  test('the contract may not read a package of the server', async () => {
    expect(await broken({ 'api/contract/a.ts': ['node:fs'] })).toContain('contract-imports-zod-alone');
  });
});

test('the API has at most 16 folders at the top', () => {
  const tops = readdirSync('api', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(tops.length).toBeLessThanOrEqual(16);
});

test('the mechanisms of our own are at most 30', async () => {
  const page = await Bun.file('docs/mechanisms.md').text();
  expect(page.match(/^\| (?!Mechanism|---)/gm)?.length).toBeLessThanOrEqual(30);
});
