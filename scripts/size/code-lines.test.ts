import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countCodeLines, countLines } from './code-lines.ts';

test('blank lines and lines of comments are no code', () => {
  const source = [
    '// A reason',
    'const a = 1; // one',
    '',
    '/** Two',
    ' * lines. */',
    '/* one */',
    'call(/* no */ a);',
    '      {/* in JSX */}',
    '<!-- in a page',
    'over two lines -->',
    '<p>',
  ].join('\n');
  expect(countLines(source)).toBe(3);
});

test('tests, their helpers and other files are not counted', async () => {
  const root = await mkdtemp(join(tmpdir(), 'code-lines-'));
  const files = [
    'api/a.ts',
    'api/a.test.ts',
    'api/test/people.ts',
    'site/e2e/home.e2e.ts',
    'site/src/b.astro',
  ];
  for (const file of [...files, 'site/src/c.css', 'site/notes.md'])
    await Bun.write(join(root, file), 'one\ntwo\n');
  expect(await countCodeLines(root)).toEqual({ api: 2, bench: 0, deploy: 0, scripts: 0, site: 4 });
  await rm(root, { recursive: true });
});
