import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { isDevService } from './dev-service.ts';

test('while the site is worked on, files of the contract are modules and calls go to the API', async () => {
  const all = await Array.fromAsync(new Glob('api/contract/**/*.ts').scan('.'));
  const files = all.filter((file) => !file.endsWith('.test.ts'));
  expect(files.some((file) => file.split('/').length > 3)).toBe(true);
  expect(files.filter((file) => isDevService(`/${file}?t=1`))).toEqual([]);
  for (const path of ['/api/leagues', '/api/contract/constants', '/dev/outbox']) {
    expect(isDevService(path), path).toBe(true);
  }
  expect(isDevService('/cohorts')).toBe(false);
});
