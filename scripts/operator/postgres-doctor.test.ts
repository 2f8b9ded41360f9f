import { describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeServedDatabase } from '#api/test/make-app.ts';
import { examine } from './doctor.ts';

const ADMIN = process.env.TEST_DATABASE_URL ?? '';

async function look(DATABASE_URL: string, checks: readonly string[]) {
  const settings = {
    DATA_DIR: join(tmpdir(), 'doctor-none'),
    PORT: '0',
    NODE_ENV: 'production',
    SECRET_KEY: 'a key for tests that is long enough',
    DATABASE_URL,
  };
  const findings = await examine(settings);
  return findings
    .filter(({ check }) => checks.includes(check))
    .map(({ check, status, found }) => `${check} ${status}: ${found}`);
}

(ADMIN ? describe : describe.skip)('doctor on PostgreSQL', () => {
  test('P51 it knows a server that is up to date, one that is not, none, and a role that may too much', async () => {
    const name = `test_doctor_${randomBytes(6).toString('hex')}`;
    const url = Object.assign(new URL(ADMIN), { pathname: `/${name}` }).toString();
    const server = new Bun.SQL(ADMIN, { max: 1 });
    await server.unsafe(`create database ${name}`);
    expect(await look(url, ['database', 'roles'])).toEqual([
      expect.stringMatching(/^database fail: \d+ migrations are missing, from 0000/),
    ]);
    const { serving } = await makeServedDatabase(ADMIN, name);
    expect(await look(serving, ['database', 'roles'])).toEqual([
      'roles ok: The serving role can change neither the schema nor the audit log',
      expect.stringMatching(/^database (ok|warn): PostgreSQL \d+.* answers and is up to date/),
    ]);
    expect(await look(url, ['roles'])).toEqual([
      expect.stringMatching(/^roles warn: The role of DATABASE_URL/),
    ]);
    await server.unsafe(`drop database ${name} with (force)`);
    await server.close();
    expect(await look(url, ['database', 'roles'])).toEqual([
      expect.stringMatching(/^database fail: .*cannot be opened/),
    ]);
  }, 300_000);
});
