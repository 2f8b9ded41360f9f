import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { onFirstUse } from './on-first-use.ts';

test('a value is made when it is first asked for, and once', () => {
  let made = 0;
  const value = onFirstUse(() => ({ number: ++made }));
  expect(made).toBe(0);
  expect(value()).toBe(value());
  expect(made).toBe(1);
});

test('no screen makes a formatter while its files are loaded', async () => {
  const eager: string[] = [];
  const files = [...new Glob('**/*.{ts,tsx}').scanSync(join(import.meta.dir, 'islands'))].map(
    (file) => `islands/${file}`,
  );
  const contract = [...new Glob('*.ts').scanSync(join(import.meta.dir, '../../api/contract'))].map(
    (file) => `../../api/contract/${file}`,
  );
  for (const file of [...files, ...contract, 'avatar.ts', 'labels.ts']) {
    const source = await Bun.file(join(import.meta.dir, file)).text();
    if (/^(?:export )?const \w+ =[^(;]*\bnew Intl\./m.test(source)) eager.push(file);
  }
  expect(files.length).toBeGreaterThan(500);
  expect(eager).toEqual([]);
});
