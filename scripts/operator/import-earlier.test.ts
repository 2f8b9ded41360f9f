import { afterAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HASH_TOO_SLOW } from '#api/move-in/accounts.ts';
import { Findings } from '#api/move-in/findings.ts';
import { runCommand } from '#api/test/operator-command.ts';
import { toMoveLines, writeMoveFiles } from './moving-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-earlier-'));
const DATA_DIR = join(folder, 'data');
afterAll(() => rm(folder, { recursive: true, force: true }));

const move = (from: string) =>
  runCommand('ops/import-earlier.ts', ['--dry-run'], { DATA_DIR, EARLIER_DATABASE_URL: from });
const line = (pattern: RegExp) => ({ code: 1, output: expect.stringMatching(pattern) });

test('a source that cannot be reached, or is no address, is named in one line, before a database is made', async () => {
  expect(await move('postgres://reader@127.0.0.1:1/earlier')).toEqual(
    line(
      /^✖ The PostgreSQL database earlier at 127\.0\.0\.1:1 cannot be opened \(.*\)\. Check EARLIER_DATABASE_URL: its host and port, and that PostgreSQL runs there\.$/,
    ),
  );
  expect(await move('postgres://reader@db.example.org/earlier?sslmode=disable')).toEqual(
    line(
      /^✖ The connection to PostgreSQL at db\.example\.org:5432 would not be encrypted\. Take sslmode=disable out .* UNENCRYPTED_HOSTS\.$/,
    ),
  );
  for (const from of ['postgres://reader:100%@127.0.0.1/earlier', 'postgres://[db/earlier', 'earlier']) {
    expect(await move(from)).toEqual(
      line(/^✖ EARLIER_DATABASE_URL: expected an address .*\. Usage: EARLIER_DATABASE_URL=/),
    );
  }
  const argument = ['--from', 'postgres://reader:secret@127.0.0.1/earlier'];
  expect(await runCommand('ops/import-earlier.ts', argument, { DATA_DIR })).toEqual(
    line(/^✖ Usage: EARLIER_DATABASE_URL=/),
  );
  expect(await move('')).toEqual(line(/^✖ Usage: EARLIER_DATABASE_URL=postgres:/));
  expect(existsSync(DATA_DIR)).toBe(false);
}, 300_000);

test('P12 the last lines say how many bcrypt hashes are above cost 12', () => {
  const findings = new Findings();
  for (const id of ['one', 'two'])
    findings.recordChange({ table: 'users', id, field: 'password', reason: HASH_TOO_SLOW });
  findings.recordChange({ table: 'users', id: 'three', field: 'name', reason: 'Too long' });
  const report = { findings, staff: [], earned: [], leftBehind: [] };
  expect(toMoveLines(report, { isDryRun: true, folder: 'x' })).toContain(
    '2 passwords have a bcrypt hash above cost 12: their owners set a new one by mail.',
  );
});

test('joined accounts are counted in the last lines and named in a file of their own', async () => {
  const findings = new Findings();
  const into = { intoId: 'here', intoEmail: 'asha@example.test', intoName: 'Asha Verma' };
  findings.joined.push({ id: 'asha2', email: 'Asha@example.test', name: 'Asha V', ...into, reason: 'One' });
  const report = { findings, staff: [], earned: [], leftBehind: [] };
  expect(toMoveLines(report, { isDryRun: true, folder: 'x' })).toContain(
    'Accounts joined with another one: 1; joined.csv names both of each.',
  );
  await writeMoveFiles(join(folder, 'report'), report);
  expect(await Bun.file(join(folder, 'report/joined.csv')).text()).toContain(
    'asha2,Asha@example.test,Asha V,here,asha@example.test,Asha Verma,One',
  );
});

const ADMIN = process.env.TEST_DATABASE_URL ?? '';

(ADMIN ? describe : describe.skip)('on PostgreSQL', () => {
  const name = `test_source_${randomBytes(6).toString('hex')}`;
  const server = new Bun.SQL(ADMIN, { max: 1 });
  const at = (parts: Partial<Pick<URL, 'pathname' | 'username'>>) =>
    Object.assign(new URL(ADMIN), parts).toString();
  test('a role, a database and tables that are not there are named in one line each', async () => {
    await server.unsafe(`create database ${name}`);
    expect(await move(at({ pathname: `/${name}`, username: name }))).toEqual(
      line(
        /^✖ .* cannot be opened \(.*\)\. Check EARLIER_DATABASE_URL: its user and password, and pg_hba\.conf on the server\.$/,
      ),
    );
    expect(await move(at({ pathname: `/${name}_not` }))).toEqual(
      line(
        /^✖ .* cannot be opened \(.* does not exist\)\. Check EARLIER_DATABASE_URL: the name of its database\.$/,
      ),
    );
    expect(await move(at({ pathname: `/${name}` }))).toEqual(
      line(
        /^✖ This is not a database of the earlier product, or its role may not read it: there is no users\.id, nor \d+ other columns\. Check EARLIER_DATABASE_URL: .*GRANT SELECT/,
      ),
    );
    expect(existsSync(DATA_DIR)).toBe(false);
    await server.unsafe(`drop database ${name} with (force)`);
    await server.close();
  }, 300_000);
});
