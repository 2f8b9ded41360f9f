import { expect, test } from 'bun:test';
import { findNamedPage, nameCertificate, namePerson } from './named-pages.ts';

const PAGE =
  '<title>Certificate | League</title><meta property="og:title" content="Certificate | League" />Certificate | x';
const page = (html = PAGE) =>
  new Response(html, { headers: { etag: '"built"', 'content-type': 'text/html' } });
const check = (state: string, holderName: string | null = 'Ada "A" <b> $& Love') =>
  Response.json({ success: true, data: { state, certificate: { holderName, title: 'ML & more' } } });

const asked = (path: string, init: RequestInit = {}) =>
  findNamedPage(new Request(`https://a.example${path}`, init))?.ask;

test('only the address of one certificate or person asks for a name', () => {
  const certificate = 'https://a.example/api/public/certificates/OL-1234';
  expect(asked('/certificates/OL-1234')?.url).toBe(certificate);
  expect(asked('/certificates/OL-1234/?from=x', { method: 'HEAD' })?.url).toBe(certificate);
  expect(asked('/people/asha')?.url).toBe('https://a.example/api/public/people/asha');
  for (const path of ['/certificates', '/people/', '/people/a/b', '/x/people/a', '/?/people/a', '/admin/x']) {
    expect([path, asked(path)]).toEqual([path, undefined]);
  }
  expect(asked('/certificates/OL-1234', { method: 'POST' })).toBeUndefined();
});

test('the call behind a page is counted for the visitor whom a proxy names', () => {
  const sent = { authorization: 'Bearer x', 'if-none-match': '"a"' };
  const forwarded = { ...sent, 'x-forwarded-for': '203.0.113.7' };
  expect([...(asked('/people/asha?x', { headers: forwarded })?.headers ?? [])]).toEqual([
    ['x-forwarded-for', '203.0.113.7'],
  ]);
  expect([...(asked('/people/asha', { headers: sent })?.headers ?? [])]).toEqual([]);
});

test('P28 a genuine certificate names holder and title in its head, written as text', async () => {
  const named = await nameCertificate(page(), check('genuine'));
  const name = 'Ada &#34;A&#34; &#60;b&#62; $&#38; Love: ML &#38; more | League';
  expect(await named.text()).toBe(
    `<title>${name}</title><meta property="og:title" content="${name}" />Certificate | x`,
  );
  expect([named.headers.get('etag'), named.headers.get('content-type')]).toEqual([null, 'text/html']);
});

test('what is revoked, unknown or could not be asked stays the page that was built', async () => {
  const refused = Response.json({ success: false, error: 'Too Many Requests' }, { status: 429 });
  for (const reply of [
    check('withdrawn', null),
    Response.json({ success: true, data: { state: 'unknown', certificate: null } }),
    refused.clone(),
  ]) {
    const same = await nameCertificate(page(), reply);
    expect([await same.text(), same.headers.get('etag')]).toEqual([PAGE, '"built"']);
  }
  const person = await namePerson(page(PERSON), refused);
  expect([person.status, await person.text()]).toEqual([200, PERSON]);
});

const PERSON = [
  '<title>A member | League</title>',
  '<meta name="description" content="What a member shows.">',
  '<meta name="robots" content="noindex">',
  '<meta property="og:title" content="A member | League">',
  '<meta property="og:description" content="What a member shows.">',
].join('');
const person = async (shown: { name?: string; about?: string; isIndexed?: boolean }) => {
  const data = { name: null, about: null, isIndexed: false, ...shown };
  const named = await namePerson(page(PERSON), Response.json({ success: true, data }));
  return {
    html: await named.text(),
    robots: named.headers.get('x-robots-tag'),
    etag: named.headers.get('etag'),
  };
};

test('P28 the page of a person names them and what they wrote, written as text', async () => {
  const shown = { name: 'Ada $& <b>"', about: '"><script>alert(1)</script> $1 &' };
  const name = 'Ada $&#38; &#60;b&#62;&#34; | League';
  const about = '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62; $1 &#38;';
  expect(await person(shown)).toEqual({
    html: PERSON.replaceAll('A member | League', () => name).replaceAll('What a member shows.', () => about),
    robots: 'noindex',
    etag: null,
  });
});

test('the page of a person without a name says no more than was built, and robots may list it only if wished', async () => {
  expect(await person({})).toMatchObject({ html: PERSON, robots: 'noindex' });
  const { html, robots } = await person({ isIndexed: true });
  expect([html.includes('noindex'), robots]).toEqual([false, null]);
});

test('no public page is 404, and for no robot', async () => {
  const none = await namePerson(page(PERSON), Response.json({ success: false }, { status: 404 }));
  expect([none.status, none.headers.get('x-robots-tag'), none.headers.get('etag')]).toEqual([
    404,
    'noindex',
    null,
  ]);
  expect(await none.text()).toBe(PERSON);
});
