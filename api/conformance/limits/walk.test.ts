import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CALL_LIMITS } from '../../http/call-limits.ts';
import type { TestApp } from '../../test/make-app.ts';
import { MORE, openWalk, tryCall } from './walk.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openWalk();
});
afterAll(() => api.close());

test('P53 every call that is served is counted: one too many is refused, and nobody else is', async () => {
  const faults: (string | null)[] = [];
  for (const call of api.app.router.calls) faults.push(await tryCall(api, call));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  expect(new Set(api.app.router.calls.map(({ name }) => name))).toEqual(new Set(Object.keys(CALL_LIMITS)));
});

for (const [what, attempt] of Object.entries(MORE)) {
  test(`P53 ${what}`, async () => expect(await attempt(api)).toBeNull());
}
