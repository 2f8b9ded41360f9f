import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test('a wrong option ends every command with one line and its usage, before a database is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
  const DATA_DIR = join(folder, 'data');
  const run = async (script: string, option: string) => {
    const child = Bun.spawn(
      [process.execPath, '--no-env-file', join(import.meta.dir, '..', script), option],
      {
        env: { PATH: process.env.PATH ?? '', DATA_DIR },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    );
    const [code, out, said] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { script, code, out, said };
  };
  const scripts = [
    'audit-verify.ts',
    'content-check.ts',
    'create-admin.ts',
    'db-after-restore.ts',
    'db-backup.ts',
    'db-journal.ts',
    'db-migrate.ts',
    'db-move.ts',
    'db-restore.ts',
    'db-roles.ts',
    'db-verify.ts',
    'demo-remove.ts',
    'doctor.ts',
    'drill.ts',
    'league-files.ts',
    'passkeys-reset.ts',
    'secrets-reseal.ts',
  ];
  for (const script of scripts) {
    expect(await run(script, '--nonsense')).toEqual({
      script,
      code: 1,
      out: '',
      said: expect.stringMatching(/^✖ Unknown option '--nonsense'\. Usage: npm run [a-z]/),
    });
  }
  expect(await run('db-restore.ts', '--help')).toEqual({
    script: 'db-restore.ts',
    code: 0,
    out: 'Usage: npm run db:restore -- <file.tar.gz> [--replay <journal>]\n',
    said: '',
  });
  expect(existsSync(DATA_DIR)).toBe(false);
  await rm(folder, { recursive: true, force: true });
}, 60_000);
