import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { defineCall } from '#contract/call.ts';
import { toElysia } from '../../app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { createLog } from '../process/log.ts';
import { ApiRouter } from './router.ts';

const readLate = defineCall('getLeague', {
  route: 'GET /late',
  access: 'any',
  summary: 'A read whose guard takes longer than the call may',
  deadlineMs: 50,
});

const api = await openTestApp();

test('P40 a call that was answered 503 while it was judged begins no work', async () => {
  const { token } = await addPerson(api.db);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHandled = false;
  const { db, config, secret } = api;
  const router = new ApiRouter({ db, config, secret, log: createLog('error', () => {}) });
  router.serve(
    readLate,
    async () => {
      isHandled = true;
      return null;
    },
    () => held,
  );
  const request = new Request('http://localhost/api/late', { headers: { authorization: `Bearer ${token}` } });
  const response = await toElysia(router).handle(request);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  release();
  await Bun.sleep(0);
  expect(isHandled).toBe(false);
});

test('P40 pictures of badges and sites, which no router serves, are answered 503 while the database is frozen', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let started = () => {};
  const isFrozen = new Promise<void>((resolve) => {
    started = resolve;
  });
  const frozen = api.owner.transaction(async (tx) => {
    await tx.execute(sql`lock table badge_pictures, resources in access exclusive mode`);
    started();
    await held;
  });
  await isFrozen;
  try {
    const paths = ['/api/badge-pictures/drawn/0123456789abcdef.png', '/api/favicons/learn.org'];
    for (const response of await Promise.all(paths.map((path) => api.request(path)))) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await response.json()).toMatchObject({ success: false });
    }
  } finally {
    release();
    await frozen;
  }
});
