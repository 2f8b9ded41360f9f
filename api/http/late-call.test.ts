import { afterAll, beforeAll, expect, test } from 'bun:test';
import { defineCall } from '#contract/call.ts';
import { createLog } from '../process/log.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson } from '../test/people.ts';
import { ApiRouter } from './router.ts';

const readLate = defineCall({
  name: 'getLeague',
  method: 'GET',
  path: '/late',
  access: 'any',
  summary: 'A read whose guard takes longer than the call may',
  deadlineMs: 50,
});

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

test('P40 a call that was answered 503 while it was judged begins no work', async () => {
  const { token } = await addPerson(api.db);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHandled = false;
  const { db, config, secret } = api;
  const router = new ApiRouter({ db, config, secret, log: createLog('error', () => {}) });
  const app = router.feature('late');
  router.serve(
    app,
    readLate,
    async () => {
      isHandled = true;
      return null;
    },
    () => held,
  );
  const request = new Request('http://localhost/late', { headers: { authorization: `Bearer ${token}` } });
  const response = await app.handle(request);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  release();
  await Bun.sleep(0);
  expect(isHandled).toBe(false);
});
