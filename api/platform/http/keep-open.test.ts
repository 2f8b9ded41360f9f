import { expect, test } from 'bun:test';
import { getProfile } from '#contract/auth.ts';
import { pathOf } from '#contract/call.ts';
import { importUsers } from '#contract/imports.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp();

/** Sends a call as the server does; answers its status and how long its connection may be silent, where that was asked. */
async function send(call: typeof getProfile | typeof importUsers, token: string | null, body?: unknown) {
  const asked: number[] = [];
  const request = new Request(`http://localhost/api${pathOf(call, {})}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { status } = await api.app.fetch(request, {
    requestIP: () => ({ address: '127.0.0.1' }),
    timeout: (of, seconds) => {
      expect(of).toBe(request);
      asked.push(seconds);
    },
  });
  return { status, asked };
}

test('P40 a call that may take longer than a silent connection is kept holds it until it has to be answered', async () => {
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const body = { csv: 'Name,Email\nAsha Verma,asha@example.test', dryRun: true };
  const long = await send(importUsers, grand.token, body);
  expect(long.status).toBe(200);
  expect(long.asked).toHaveLength(1);
  expect(long.asked[0]).toBeGreaterThan((importUsers.deadlineMs ?? 0) / 1000);
});

test('a call of usual length, one that is refused and one whose body is none hold nothing', async () => {
  const [grand, learner] = [await addPerson(api.db, { role: 'GRAND_PATHFINDER' }), await addPerson(api.db)];
  const body = { csv: 'Name,Email\nAsha Verma,asha@example.test', dryRun: true };
  expect(await send(getProfile, grand.token)).toEqual({ status: 200, asked: [] });
  expect(await send(importUsers, learner.token, body)).toEqual({ status: 403, asked: [] });
  expect(await send(importUsers, null, body)).toEqual({ status: 401, asked: [] });
  expect(await send(importUsers, grand.token, { csv: 5 })).toEqual({ status: 400, asked: [] });
});
