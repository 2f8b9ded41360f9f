import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '#api/test/operator-command.ts';

test('a wrong option ends every command with one line and its usage, before a database is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
  const DATA_DIR = join(folder, 'data');
  const scripts = [
    'audit-verify.ts',
    'content-check.ts',
    'create-admin.ts',
    'db-after-restore.ts',
    'db-backup.ts',
    'db-migrate.ts',
    'db-move.ts',
    'db-restore.ts',
    'db-roles.ts',
    'db-verify.ts',
    'demo-remove.ts',
    'doctor.ts',
    'league-files.ts',
    'passkeys-reset.ts',
    'secrets-reseal.ts',
  ];
  for (const script of scripts) {
    expect({ script, ...(await runCommand(script, ['--nonsense'], { DATA_DIR })) }).toEqual({
      script,
      code: 1,
      output: expect.stringMatching(/^✖ Unknown option '--nonsense'\. Usage: npm run [a-z]/),
    });
  }
  expect(await runCommand('db-restore.ts', ['--help'], { DATA_DIR })).toEqual({
    code: 0,
    output: 'Usage: npm run db:restore -- <file.tar.gz>',
  });
  expect(existsSync(DATA_DIR)).toBe(false);
  await rm(folder, { recursive: true, force: true });
}, 300_000);
