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
    'ops/audit.ts',
    'content-check.ts',
    'ops/create-admin.ts',
    'ops/after-restore.ts',
    'ops/backup.ts',
    'ops/migrate.ts',
    'ops/move.ts',
    'ops/restore.ts',
    'ops/roles.ts',
    'ops/verify.ts',
    'ops/credential-keys.ts',
    'ops/demo-remove.ts',
    'ops/doctor.ts',
    'ops/league-files.ts',
    'ops/passkeys-reset.ts',
    'ops/reseal-secrets.ts',
  ];
  for (const script of scripts) {
    expect({ script, ...(await runCommand(script, ['--nonsense'], { DATA_DIR })) }).toEqual({
      script,
      code: 1,
      output: expect.stringMatching(/^✖ Unknown option '--nonsense'\. Usage: npm run [a-z]/),
    });
  }
  expect(await runCommand('ops/restore.ts', ['--help'], { DATA_DIR })).toEqual({
    code: 0,
    output: 'Usage: npm run ops -- restore <file.tar.gz>',
  });
  expect(existsSync(DATA_DIR)).toBe(false);
  await rm(folder, { recursive: true, force: true });
}, 300_000);
