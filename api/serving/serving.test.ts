import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { runPostBuild } from './post-build.ts';
import { loadStaticFiles, type StaticFiles } from './static-files.ts';

const LONG = '<p>Leagues, modules and topics.</p>'.repeat(60);
const page = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main>${LONG}</main></body></html>`;
const INLINE_SCRIPT = 'document.body.dataset.ready = "yes";';

const FIXTURE: Record<string, string> = {
  'index.html': page('Home').replace('</body>', `<script type="module">${INLINE_SCRIPT}</script></body>`),
  'about/index.html': page('About'),
  'updates/index.html': page('Updates').replace('<main>', '<main data-code-host>'),
  'events/index.html': page('Events'),
  'events/first/index.html': page('First event'),
  'events/not-found/index.html': page('Event Not Found'),
  'signin/index.html': page('Sign in'),
  'dashboard/index.html': page('Dashboard'),
  'dashboard/league/index.html': page('League'),
  'certificates/code/index.html': page('Certificate'),
  'people/address/index.html': page('A member'),
  'admin/index.html': page('Admin'),
  'admin/league/index.html': page('Staff league'),
  'admin/events/index.html': page('Staff events'),
  '_astro/app.abc123.js': `export const words = ${JSON.stringify(LONG)};`,
  'feed.xml': '<feed xmlns="http://www.w3.org/2005/Atom"/>',
  'events/first.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'offline-worker.js': '(()=>{})();',
  'café menu.txt': 'coffee',
};

let dist: string;
let files: StaticFiles;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'));
  for (const [name, content] of Object.entries(FIXTURE)) {
    await mkdir(join(dist, dirname(name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
  await runPostBuild(dist, {
    stamp: 'fixture',
    connect: ['https://api.example.test'],
    codeHost: ['https://code.example.test'],
    images: [],
    embeds: [],
  });
  files = await loadStaticFiles(dist);
});
afterAll(() => rm(dist, { recursive: true, force: true }));

interface Options {
  method?: string;
  headers?: Record<string, string>;
  secure?: boolean;
}

function visit(path: string, { method = 'GET', headers = {}, secure = false }: Options = {}): Response {
  const answer = files.answer(asSent(`http://127.0.0.1:3000${path}`, method, headers), secure);
  if (!answer) throw new Error(`${path} was left to the API`);
  return answer;
}

/** A request whose path is exactly as written: the Request constructor would tidy it up. */
function asSent(url: string, method: string, headers: Record<string, string>): Request {
  return { url, method, headers: new Headers(headers) } as Request;
}

describe('files', () => {
  test('ROUTE-01 ROUTE-02 pages answer with and without a slash at the end', async () => {
    for (const path of ['/', '/about', '/about/', '/events', '/events/first', '/about?from=mail']) {
      expect(visit(path).status, path).toBe(200);
    }
    expect(await visit('/about').text()).toContain('<title>About</title>');
  });

  test('br is preferred to gzip, q=0 forbids, and every form holds the same page', async () => {
    const asked = async (accept?: string) => {
      const response = visit(
        '/about',
        accept === undefined ? {} : { headers: { 'accept-encoding': accept } },
      );
      const body = Buffer.from(await response.arrayBuffer());
      const encoding = response.headers.get('content-encoding');
      const text =
        encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
      expect(text.toString()).toBe(FIXTURE['about/index.html'] ?? '');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      return encoding;
    };
    expect(await asked('gzip, deflate, br, zstd')).toBe('br');
    expect(await asked('gzip')).toBe('gzip');
    expect(await asked('br;q=0, gzip;q=0.5')).toBe('gzip');
    expect(await asked('*')).toBe('br');
    expect(await asked('identity')).toBeNull();
    expect(await asked()).toBeNull();
  });

  test('a known ETag is answered 304 with the same headers and no body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const first = visit('/about', { headers });
    const etag = first.headers.get('etag') ?? '';
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = visit('/about', { headers: { ...headers, 'if-none-match': sent } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    }
    expect(visit('/about', { headers: { 'if-none-match': etag } }).status).toBe(200);
  });

  test('hashed names never change, pages are asked for again', () => {
    expect(visit('/_astro/app.abc123.js').headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    expect(visit('/about').headers.get('cache-control')).toBe('no-cache');
    expect(visit('/favicon.svg').headers.get('content-type')).toBe('image/svg+xml');
  });

  test('feeds and calendars are named for what they are, for static hosts as well', async () => {
    const typeOf = (path: string) => visit(path).headers.get('content-type');
    expect(typeOf('/feed.xml')).toBe('application/atom+xml; charset=utf-8');
    expect(typeOf('/events/first.ics')).toBe('text/calendar; charset=utf-8');
    expect(visit('/events/other.ics').status).toBe(404);
    expect(await Bun.file(join(dist, '_headers')).text()).toContain(
      '/feed.xml\n  Content-Type: application/atom+xml; charset=utf-8\n',
    );
  });

  test('a file name beyond ASCII answers under its encoded address', async () => {
    expect(await visit('/caf%C3%A9%20menu.txt').text()).toBe('coffee');
  });

  test('writing to a page is refused with 405 in the envelope', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = visit('/about', { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(await response.json()).toMatchObject({ success: false, error: 'Method not allowed' });
    }
    expect(visit('/about', { method: 'HEAD' }).status).toBe(200);
    expect(visit('/nowhere', { method: 'POST' }).status).toBe(404);
  });
});

describe('addresses without a file', () => {
  const target = (path: string) => {
    const response = visit(path);
    expect(response.status, path).toBe(302);
    return response.headers.get('location');
  };

  test('ROUTE-04 ROUTE-11 old names lead to the page and keep the query', () => {
    expect(target('/gallery')).toBe('/events');
    expect(target('/gallery/')).toBe('/events');
    expect(target('/certificates/')).toBe('/verify');
    expect(target('/auth/signin')).toBe('/signin');
    expect(target('/auth/signin?reason=expired')).toBe('/signin?reason=expired');
  });

  test.each([
    ['gallery.example.org', '/gallery', '/events'],
    ['feed.example.org', '/feed', '/feed.xml'],
  ])('a host whose name begins like the path does not end up in the query: %s', (host, path, to) => {
    for (const query of ['', '?a=1']) {
      const response = files.answer(asSent(`http://${host}${path}${query}`, 'GET', {}), false);
      expect(response?.headers.get('location')).toBe(to + query);
    }
  });

  test('names that readers of feeds try lead to the feed', () => {
    for (const path of ['/feed', '/feed/', '/rss.xml', '/atom.xml'])
      expect([path, target(path)]).toEqual([path, '/feed.xml']);
  });

  test('ROUTE-09 ROUTE-10 unknown paths lead home', () => {
    const unknown = [
      '/nowhere',
      '/nowhere/deeper?x=1',
      '/admin/unknown',
      '/admin/users/7',
      '/admin/league/0198-abc/content/2',
      '/admin/events/hackathon-2/door',
      '/dashboard/unknown',
      '/dashboard/league/1/2',
      '/certificates/7K3M-Q9TX-2BND/2',
      '/people',
      '/people/asha/verma',
      '//evil.example',
      '/constructor',
    ];
    for (const path of unknown) expect(target(path), path).toBe('/');
  });

  test('ROUTE-06 ROUTE-07 ROUTE-08 every signed-in address is answered with a shell', async () => {
    const titles: Record<string, string> = {
      '/dashboard': 'Dashboard',
      '/dashboard/leagues': 'Dashboard',
      '/dashboard/leaderboard/': 'Dashboard',
      '/dashboard/profile': 'Dashboard',
      '/dashboard/league': 'League',
      '/dashboard/league/0198-abc': 'League',
      '/dashboard/league/0198-abc/': 'League',
      '/certificates/7K3M-Q9TX-2BND': 'Certificate',
      '/certificates/7k3m%20x/': 'Certificate',
      '/people/asha-verma': 'A member',
      '/logout': 'Dashboard',
      '/admin': 'Admin',
      '/admin/users': 'Admin',
      '/admin/assignments': 'Admin',
      '/admin/league/0198-abc': 'Staff league',
      '/admin/league/0198-abc/content/': 'Staff league',
      '/admin/events/hackathon-2': 'Staff events',
    };
    for (const [path, title] of Object.entries(titles)) {
      const response = visit(path);
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).toContain(`<title>${title}</title>`);
    }
  });

  test('an unknown event is 404 with its own page, also when its ETag is known', async () => {
    const response = visit('/events/unknown');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Event Not Found');
    const etag = response.headers.get('etag') ?? '';
    expect(visit('/events/unknown', { headers: { 'if-none-match': etag } }).status).toBe(404);
  });

  test('an unknown asset is a real 404', () => {
    for (const path of ['/_astro/gone.js', '/robots.old.txt', '/images/gone.webp'])
      expect(visit(path).status).toBe(404);
  });

  test('the API keeps its own unknown paths', () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/unknown',
      '/health',
      '/livez',
      '/readyz',
      '/.well-known/did.json',
      '/dev/mail',
      '/dev/outbox',
    ]) {
      expect(files.answer(asSent(`http://host${path}`, 'GET', {}), false), path).toBeNull();
    }
    expect(target('/apicot')).toBe('/');
  });

  test('nothing outside the built site is reachable', async () => {
    const tricks = [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..\\package.json',
      '/about/..%5c..%5cpackage.json',
      '/%00',
      '/about%00',
      '/%zz',
      '/%252e%252e/',
      '/.serving.json',
      '/_headers',
      '/_redirects',
      '/about/index.html.br',
      '/about/index.html',
      '/404.html',
    ];
    for (const path of tricks) {
      const response = visit(path);
      expect([302, 404], path).toContain(response.status);
      expect(await response.text(), path).not.toContain('root:');
    }
  });
});

describe('headers', () => {
  test('every status carries the security headers', () => {
    const answers = [
      visit('/about'),
      visit('/about', { headers: { 'if-none-match': '*' } }),
      visit('/_astro/app.abc123.js'),
      visit('/nowhere'),
      visit('/events/unknown'),
      visit('/_astro/gone.js'),
      visit('/about', { method: 'POST' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 302, 404, 404, 405]);
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
    expect(visit('/about').headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(visit('/about').headers.get('permissions-policy')).toContain('camera=()');
  });

  test('https visitors are told to stay on https, whatever the status', () => {
    for (const path of [
      '/about',
      '/_astro/app.abc123.js',
      '/nowhere',
      '/events/unknown',
      '/_astro/gone.js',
    ]) {
      expect(visit(path, { secure: true }).headers.get('strict-transport-security'), path).toContain(
        'max-age=',
      );
    }
  });

  test('the policy names exactly the inline scripts of its page', () => {
    const hash = new Bun.CryptoHasher('sha256').update(INLINE_SCRIPT).digest('base64');
    const home = visit('/').headers.get('content-security-policy') ?? '';
    expect(home).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(home).toContain("default-src 'none'");
    expect(home).toContain("connect-src 'self' https://api.example.test;");
    expect(home).toContain("frame-ancestors 'none'");
    expect(home).not.toContain('unsafe');
    expect(visit('/about').headers.get('content-security-policy')).toContain("script-src 'self';");
  });
});

/** The directives that a static host sends of a rule of `_headers`. */
async function hostedPolicy(path: string): Promise<string | undefined> {
  const rules = (await Bun.file(join(dist, '_headers')).text()).split('\n\n');
  const rule = rules.find((text) => text.startsWith(`${path}\n`)) ?? '';
  expect(path === '/*' || rule.includes('  ! Content-Security-Policy\n'), path).toBe(true);
  return /Content-Security-Policy: (.+)/.exec(rule)?.[1];
}

describe('the policy of each file', () => {
  test('P34 only a page that calls the code host may, on our server and on static hosts', async () => {
    const CALLS = "connect-src 'self' https://api.example.test https://code.example.test;";
    for (const path of ['/updates', '/updates/']) {
      expect(visit(path).headers.get('content-security-policy')).toContain(CALLS);
      expect(await hostedPolicy(path)).toContain(CALLS);
    }
    for (const path of ['/', '/about', '/dashboard', '/events/unknown']) {
      expect(visit(path).headers.get('content-security-policy'), path).not.toContain('code.example.test');
    }
    expect(await hostedPolicy('/*')).not.toContain('code.example.test');
    expect(visit('/updates').headers.get('content-security-policy')).not.toContain(
      "img-src 'self' data: blob: https",
    );
  });

  test('P34 scripts, data and drawings load nothing when opened; a drawing is cut off from this origin', async () => {
    const closed = "default-src 'none'; frame-ancestors 'none'";
    for (const path of ['/_astro/app.abc123.js', '/feed.xml', '/events/first.ics', '/caf%C3%A9%20menu.txt']) {
      for (const options of [{}, { headers: { 'if-none-match': '*' } }]) {
        expect(visit(path, options).headers.get('content-security-policy'), path).toBe(closed);
      }
    }
    expect(await hostedPolicy('/_astro/*')).toBe(closed);
    for (const policy of [
      visit('/favicon.svg').headers.get('content-security-policy'),
      await hostedPolicy('/*.svg'),
    ]) {
      expect(policy?.split('; ')).toEqual([
        "default-src 'none'",
        "frame-ancestors 'none'",
        "style-src 'unsafe-inline'",
        'img-src data:',
        'sandbox',
      ]);
    }
  });

  test('P34 the offline worker asks this origin and the API alone', async () => {
    for (const policy of [
      visit('/offline-worker.js').headers.get('content-security-policy'),
      await hostedPolicy('/offline-worker.js'),
    ]) {
      expect(policy).toContain("connect-src 'self' https://api.example.test;");
      expect(policy).not.toContain('code.example.test');
    }
  });
});

test('static hosts get the same redirects and a policy', async () => {
  const redirects = await Bun.file(join(dist, '_redirects')).text();
  expect(redirects).toContain('/gallery /events 302\n');
  for (const path of ['/feed', '/feed/', '/rss.xml', '/atom.xml']) {
    expect(redirects).toContain(`${path} /feed.xml 302\n`);
  }
  expect(redirects).toContain('/dashboard/league/:id /dashboard/league/ 200\n');
  expect(redirects).toContain('/admin/users /admin/ 200\n');
  expect(redirects).toContain('/admin/league/:id /admin/league/ 200\n');
  expect(redirects).toContain('/admin/league/:id/:tab /admin/league/ 200\n');
  expect(redirects).toContain('/admin/events/:id /admin/events/ 200\n');
  expect(redirects).toContain('/certificates/:name /certificates/code/ 200\n');
  const document = '/.well-known/did.json';
  expect(redirects).toContain(`${document} https://api.example.test${document} 302\n`);
  expect(redirects).toContain('/people/:name /people/address/ 200\n');
  expect(redirects).toContain('/events/* /events/not-found/ 404\n');
  expect(redirects.trimEnd().endsWith('/* / 302')).toBe(true);
  const headers = await Bun.file(join(dist, '_headers')).text();
  expect(headers).toContain('  Content-Security-Policy: default-src');
  expect(headers).toContain('/_astro/*\n');
  expect(await Bun.file(join(dist, '404.html')).text()).toContain('url=/');
});
