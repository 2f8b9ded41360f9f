import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { MAIL_KINDS } from './kinds.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp({ PUBLIC_SITE_URL: 'https://league.example.org/' });
});
afterAll(() => api.close());

test('every kind of message can be looked at, as HTML in both schemes and as text', async () => {
  const list = await (await api.request('/dev/mail')).text();
  for (const kind of MAIL_KINDS) {
    expect(list).toContain(`href="/dev/mail/${kind}"`);
    const page = await api.request(`/dev/mail/${kind}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await page.text()).match(/<iframe/g)).toHaveLength(4);
    const dark = await (await api.request(`/dev/mail/${kind}?part=html&scheme=dark`)).text();
    const light = await (await api.request(`/dev/mail/${kind}?part=html&scheme=light`)).text();
    expect(dark).toContain('@media all{');
    expect(light).toContain('@media not all{');
    expect(light).toContain('href="https://league.example.org"');
    const text = await api.request(`/dev/mail/${kind}?part=text`);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await text.text()).toStartWith('Hello Asha Verma,');
  }
  expect((await api.request('/dev/mail/UNKNOWN')).status).toBe(404);
});

test('in production neither preview nor outbox exists', async () => {
  const production = await makeApp({ NODE_ENV: 'production' });
  for (const path of ['/dev/mail', `/dev/mail/${MAIL_KINDS[0]}`, '/dev/outbox']) {
    const reply = await production.request(path, { headers: { accept: 'application/json' } });
    expect([path, reply.status]).toEqual([path, 404]);
  }
  await production.close();
});
