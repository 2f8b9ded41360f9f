import { expect, test } from 'bun:test';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';

const api = await openTestApp();

const LOCAL = 'http://localhost:3000';

function ask(app: TestApp, url: string, headers: Record<string, string> = {}, address = '127.0.0.1') {
  return app.app.fetch(new Request(url, { headers }), { requestIP: () => ({ address }) });
}

test('health tells environment and memory to this machine alone, and keeps the fields for everybody', async () => {
  const own = (await (await ask(api, `${LOCAL}/health`)).json()) as Record<string, unknown>;
  expect((own.memory as { used: number }).used).toBeGreaterThan(10);
  expect(own).toMatchObject({
    environment: 'test',
    memory: { unit: 'MB' },
  });
  for (const reply of [
    await ask(api, `${LOCAL}/health`, {}, '192.0.2.9'),
    await ask(api, 'https://league.example.org/health'),
    await ask(api, `${LOCAL}/health`, { 'x-forwarded-for': '192.0.2.9' }),
    await ask(api, `${LOCAL}/health`, { 'x-real-ip': '127.0.0.1' }),
  ]) {
    expect(reply.status).toBe(200);
    const body = (await reply.json()) as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(Object.keys(own).sort());
    expect(body).toMatchObject({
      environment: 'withheld',
      memory: { used: 0, total: 0, unit: 'MB' },
      database: { status: 'connected', responseTime: expect.any(Number) },
      uptime: expect.any(Number),
    });
  }
});

test('the header of a proxy that no setting names is warned of once', async () => {
  const warnings = (app: TestApp) => app.logged().split('"event":"proxy_not_trusted"').length - 1;
  const alone = await makeApp();
  const behind = await makeApp({ TRUSTED_PROXIES: '10.0.0.1' });
  await ask(alone, `${LOCAL}/ping`);
  expect(warnings(alone)).toBe(0);
  for (let call = 0; call < 5; call++) {
    for (const app of [alone, behind]) await ask(app, `${LOCAL}/ping`, { 'x-forwarded-for': '192.0.2.9' });
  }
  expect([warnings(alone), warnings(behind)]).toEqual([1, 0]);
  expect(alone.logged()).toContain('"header":"x-forwarded-for"');
  expect(alone.logged()).not.toContain('192.0.2.9');
  await alone.close();
  await behind.close();
});

test('a host of any length is routed by the path alone', async () => {
  for (const host of ['a', 'ab', 'abc', 'a:1', 'abcd', 'localhost']) {
    const ping = await ask(api, `http://${host}/ping`);
    expect([host, ping.status]).toEqual([host, 200]);
    // Read one slash too late, this was a call of another name.
    const shifted = await ask(api, `http://${host}/x/ping`);
    expect([host, shifted.status]).toEqual([host, 404]);
    const profile = await ask(api, `http://${host}/api/auth/profile`);
    expect([host, profile.status]).toEqual([host, 401]);
    expect((await ask(api, `https://${host}/ping`)).status).toBe(200);
    const sent = await api.app.fetch(
      new Request(`http://${host}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"asha@example.test"}',
      }),
    );
    expect(await sent.json()).toMatchObject({ error: 'password is required' });
    expect((await api.app.fetch(new Request(`http://${host}/ping`, { method: 'HEAD' }))).status).toBe(200);
  }
});
