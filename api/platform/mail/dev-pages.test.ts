import { expect, test } from 'bun:test';
import { sendVerificationOtp } from '#contract/otp.ts';
import { createApp } from '../../app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import { parseEnv } from '../process/env.ts';
import { createLog } from '../process/log.ts';
import { product } from '../process/product.ts';
import { decideStart } from '../process/start-rules.ts';
import { toDevPage } from './dev-pages.ts';
import { MAIL_KINDS } from './kinds.ts';
import { SAMPLES } from './messages/samples.ts';

const api = await openTestApp({ PUBLIC_SITE_URL: 'https://league.example.org/', DEV_PAGES: 'on' });

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

test('P29 the outbox shows what people wrote in a message as text', async () => {
  const person = await addPerson(api.db, { name: 'Asha &amp; Verma', verified: false });
  await api.call(sendVerificationOtp, { token: person.token, body: {} });
  const page = await (await api.request('/dev/outbox')).text();
  expect(page).toContain('Hello Asha &amp;amp; Verma,');
});

test('P29 nothing of a message becomes HTML on the pages of developers: subject, address, words, name of the product', async () => {
  const evil = '<i title="a\'b">&amp;';
  const escaped = Bun.escapeHTML(evil);
  const [sample, called] = [SAMPLES.PASSWORD_CHANGED, product.name];
  const message = {
    ...sample,
    subject: `Subject ${evil}`,
    title: `Title ${evil}`,
    paragraphs: [`Words ${evil}`],
  };
  const [to, sealedContent] = [`${evil}@example.org`, api.secret.seal(JSON.stringify(message))];
  await api.db
    .insert(outboxMessages)
    .values({ id: 'evil', kind: 'PASSWORD_CHANGED', toAddress: to, sealedContent });
  SAMPLES.PASSWORD_CHANGED = message;
  product.name = `Product ${evil}`;
  try {
    const pages = await Promise.all(
      ['/dev/outbox', '/dev/mail', '/dev/mail/PASSWORD_CHANGED'].map(async (path) =>
        (await api.request(path)).text(),
      ),
    );
    for (const page of pages) {
      expect(page).not.toContain(evil);
      expect(page).toContain(`| Product ${escaped}</title>`);
    }
    const [outbox = '', list = '', preview = ''] = pages;
    expect(outbox).toContain(`<h2>Subject ${escaped}</h2>`);
    expect(outbox).toContain(`<p>To ${escaped}@example.org`);
    expect(outbox).toContain(`Words ${escaped}`);
    expect(list).toContain(`Subject ${escaped}</li>`);
    expect(preview).toContain(`Words ${escaped}`);
    const page = await toDevPage(evil, '').text();
    expect(page).toContain(`<title>${escaped} |`);
    expect(page).toContain(`<h1>${escaped}</h1>`);
  } finally {
    SAMPLES.PASSWORD_CHANGED = sample;
    product.name = called;
  }
});

const PAGES = ['/dev/mail', `/dev/mail/${MAIL_KINDS[0]}`, '/dev/outbox'];

test('in production, where other machines can connect, and beside what others use, neither preview nor outbox exists', async () => {
  const key = { SECRET_KEY: '0123456789abcdef0123456789abcdef' };
  for (const settings of [
    { NODE_ENV: 'production' },
    { NODE_ENV: 'production', HOST: '0.0.0.0' },
    { NODE_ENV: 'development', HOST: '0.0.0.0' },
    { NODE_ENV: '', HOST: '::' },
    { NODE_ENV: '', HOST: '192.168.1.20' },
    { NODE_ENV: '', HOST: 'league.example.org' },
    { NODE_ENV: '', HOST: '127.0.0.1.example.org' },
    { VISITOR_ORIGIN: 'http://192.168.1.20:3000' },
    { DATABASE_URL: 'postgres://localhost/league' },
    { DATABASE_URL: 'postgres://db.example.org/league', ...key },
    { SMTP_URL: 'smtp://127.0.0.1:25' },
    { SMTP_URL: 'smtps://mail.example.org' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    { PUBLIC_SITE_URL: 'https://league.example.org' },
    { DEV_PAGES: 'off' },
  ]) {
    const { db, secret } = api;
    const app = createApp({ db, secret, config: parseEnv(settings), log: createLog('silent') });
    for (const path of PAGES) {
      const reply = await app.fetch(new Request(`http://localhost${path}`));
      expect([settings, path, reply.status]).toEqual([settings, path, 404]);
    }
  }
});

test('on a loopback address both are there without a setting; beside what others use they are asked for by name', () => {
  for (const HOST of ['127.0.0.1', '127.8.8.8', 'localhost', '::1', '[::1]']) {
    expect([HOST, decideStart(parseEnv({ HOST })).hasDevPages]).toEqual([HOST, true]);
  }
  expect(decideStart(parseEnv({})).hasDevPages).toBe(true);
  const shared = { DATABASE_URL: 'postgres://localhost/league', TRUSTED_PROXIES: '10.0.0.1' };
  expect(decideStart(parseEnv({ ...shared, DEV_PAGES: 'on' })).hasDevPages).toBe(true);
  for (const settings of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }]) {
    expect(() => parseEnv({ ...settings, DEV_PAGES: 'on' })).toThrow(
      /DEV_PAGES: they show the codes in mail/,
    );
  }
});

test('where they exist, only somebody on this machine sees them: no other host, no other address, no proxy', async () => {
  const ask = (path: string, { host, ...headers }: Record<string, string> = {}, address = '127.0.0.1') =>
    api.app.fetch(new Request(`http://${host ?? 'localhost:3000'}${path}`, { headers }), {
      requestIP: () => ({ address }),
    });
  for (const path of [...PAGES, '/dev/outbox/']) {
    const strangers = [
      await ask(path, { host: 'league.example.org' }),
      await ask(path, { host: '127.0.0.1.example.org' }),
      await ask(path, { host: '0.0.0.0:3000' }),
      await ask(path, { Host: 'league.example.org' }),
      await ask(path, {}, '192.168.1.20'),
      await ask(path, {}, '::ffff:10.0.0.1'),
      ...(await Promise.all(
        [
          ['Forwarded', 'for=192.0.2.1'],
          ['Via', '1.1 proxy'],
          ['X-Forwarded-For', '192.0.2.1'],
          ['X-Forwarded-For', '127.0.0.1'],
          ['X-Forwarded-For', ''],
          ['X-Forwarded-Host', 'localhost'],
          ['X-Forwarded-Proto', 'https'],
          ['X-Forwarded-Port', '443'],
          ['X-Real-IP', '127.0.0.1'],
          ['X-Original-Host', 'localhost'],
          ['X-Client-IP', '127.0.0.1'],
          ['True-Client-IP', '127.0.0.1'],
          ['CF-Connecting-IP', '192.0.2.1'],
          ['Fly-Client-IP', '192.0.2.1'],
          ['X-Amzn-Trace-Id', 'Root=1'],
        ].map(([name = '', value = '']) => ask(path, { [name]: value })),
      )),
    ];
    expect([path, strangers.map(({ status }) => status)]).toEqual([path, strangers.map(() => 404)]);
    expect(await strangers[0]?.json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
    for (const [host, address] of [
      ['localhost', '127.0.0.1'],
      ['127.0.0.1:3000', '127.0.0.9'],
      ['[::1]:3000', '::1'],
      ['LOCALHOST', '::ffff:127.0.0.1'],
    ]) {
      expect([host, (await ask(path, { host: host ?? '' }, address)).status]).toEqual([host, 200]);
    }
  }
});
