import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test('a command that looks, or takes something away, makes no database where none is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-database-'));
  const DATA_DIR = join(folder, 'data');
  const scripts = {
    'ops/audit.ts': [],
    'ops/after-restore.ts': ['--without-list'],
    'ops/verify.ts': [],
    'ops/demo-remove.ts': [],
    'ops/league-files.ts': ['import', folder],
    'ops/passkeys-reset.ts': ['--email', 'a@example.org'],
    'ops/reseal-secrets.ts': [],
    'ops/credential-keys.ts': [],
  };
  for (const [script, args] of Object.entries(scripts)) {
    const child = Bun.spawn(
      [process.execPath, '--no-env-file', join(import.meta.dir, '..', script), ...args],
      { env: { PATH: process.env.PATH ?? '', DATA_DIR }, stdout: 'pipe', stderr: 'pipe' },
    );
    const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()]);
    expect([script, code, said]).toEqual([
      script,
      1,
      `✖ There is no database in ${DATA_DIR}. Set DATABASE_URL or DATA_DIR as the server has it.\n`,
    ]);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
  await rm(folder, { recursive: true, force: true });
}, 300_000);
