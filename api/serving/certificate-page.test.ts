import { expect, test } from 'bun:test';
import { findCertificateCode, nameCertificate, toCertificateCheck } from './certificate-page.ts';

const PAGE =
  '<title>Certificate | League</title><meta property="og:title" content="Certificate | League" />Certificate | x';
const page = () => new Response(PAGE, { headers: { etag: '"built"', 'content-type': 'text/html' } });
const check = (state: string, holderName: string | null = 'Ada "A" <b> $& Love') =>
  Response.json({ success: true, data: { state, certificate: { holderName, title: 'ML & more' } } });

test('only the address of one certificate has a code', () => {
  const find = (path: string, method = 'GET') =>
    findCertificateCode({ method, url: `https://a.example${path}` });
  expect(find('/certificates/OL-1234')).toBe('OL-1234');
  expect(find('/certificates/OL-1234/?from=x')).toBe('OL-1234');
  for (const path of [
    '/certificates',
    '/certificates/',
    '/certificates/a/b',
    '/x/certificates/a',
    '/?/certificates/a',
  ])
    expect(find(path)).toBeNull();
  expect(find('/certificates/OL-1234', 'POST')).toBeNull();
});

test('the check behind a page is counted for the visitor whom a proxy names', () => {
  const asked = (headers: Record<string, string>) =>
    toCertificateCheck(new Request('https://a.example/certificates/OL-1234?from=x', { headers }), 'OL-1234');
  const check = asked({
    'x-forwarded-for': '203.0.113.7',
    authorization: 'Bearer x',
    'if-none-match': '"a"',
  });
  expect([check.url, ...check.headers]).toEqual([
    'https://a.example/api/public/certificates/OL-1234',
    ['x-forwarded-for', '203.0.113.7'],
  ]);
  expect([...asked({}).headers]).toEqual([]);
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
  for (const reply of [
    check('withdrawn', null),
    Response.json({ success: true, data: { state: 'unknown', certificate: null } }),
    Response.json({ success: false, error: 'Too Many Requests' }, { status: 429 }),
  ]) {
    const same = await nameCertificate(page(), reply);
    expect([await same.text(), same.headers.get('etag')]).toEqual([PAGE, '"built"']);
  }
});
