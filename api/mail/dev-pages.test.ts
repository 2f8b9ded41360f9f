import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createApp } from '../app.ts';
import { hasDevPages, parseEnv } from '../env.ts';
import { createLog } from '../log.ts';
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

const PAGES = ['/dev/mail', `/dev/mail/${MAIL_KINDS[0]}`, '/dev/outbox'];

test('in production, and where other machines can connect, neither preview nor outbox exists', async () => {
  for (const settings of [
    { NODE_ENV: 'production' },
    { NODE_ENV: 'production', HOST: '0.0.0.0' },
    { NODE_ENV: 'development', HOST: '0.0.0.0' },
    { NODE_ENV: '', HOST: '::' },
    { NODE_ENV: '', HOST: '192.168.1.20' },
    { NODE_ENV: '', HOST: 'league.example.org' },
    { NODE_ENV: '', HOST: '127.0.0.1.example.org' },
  ]) {
    const { db, secret } = api;
    const app = createApp({ db, secret, config: parseEnv(settings), log: createLog('silent') });
    for (const path of PAGES) {
      const reply = await app.fetch(new Request(`http://localhost${path}`));
      expect([settings, path, reply.status]).toEqual([settings, path, 404]);
    }
  }
});

test('on a loopback address both are there without a setting', () => {
  for (const HOST of ['127.0.0.1', '127.8.8.8', 'localhost', '::1', '[::1]']) {
    expect([HOST, hasDevPages({ NODE_ENV: 'development', HOST })]).toEqual([HOST, true]);
  }
  expect(hasDevPages(parseEnv({}))).toBe(true);
});
