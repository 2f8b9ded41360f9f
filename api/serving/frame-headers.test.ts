import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runPostBuild } from './post-build.ts';
import { loadStaticFiles, type StaticFiles } from './static-files.ts';

const SCRIPT = 'document.title = "frame";';
const FIXTURE: Record<string, string> = {
  'index.html': '<!doctype html><title>Home</title><main data-frames></main>',
  'about/index.html': '<!doctype html><title>About</title>',
  'embed/post/index.html': `<!doctype html><title>Post</title><main>${'post '.repeat(60)}</main><script>${SCRIPT}</script>`,
};
const POLICY = [
  'sandbox allow-scripts allow-popups',
  "default-src 'none'",
  `script-src 'sha256-${new Bun.CryptoHasher('sha256').update(SCRIPT).digest('base64')}' https://posts.test`,
  'style-src https://posts.test',
  'img-src data: https://posts.test https://numbers.test',
  'connect-src https://posts.test https://numbers.test',
  'frame-src https://posts.test https://numbers.test',
  "form-action 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'self'",
].join('; ');

let dist: string;
let files: StaticFiles;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-framed-'));
  for (const [name, content] of Object.entries(FIXTURE)) {
    await mkdir(join(dist, dirname(name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
  const embeds = ['https://posts.test', 'https://numbers.test'];
  await runPostBuild(dist, { stamp: 'framed', connect: [], codeHost: [], images: [], embeds });
  files = await loadStaticFiles(dist);
});
afterAll(() => rm(dist, { recursive: true, force: true }));

const headersOf = (path: string) => {
  const response = files.answer(new Request(`http://127.0.0.1:3000${path}`), true);
  if (!response) throw new Error(`${path} was left to the API`);
  return response.headers;
};

test('HOME-47 a frame of somebody else is sealed off by its own answer, with and without a slash', () => {
  for (const path of ['/embed/post', '/embed/post/', '/embed/post?id=1']) {
    const headers = headersOf(path);
    expect(headers.get('content-security-policy')).toBe(POLICY);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  }
});

test('HOME-47 only a page that holds frames may have any, and only of this site', () => {
  expect(headersOf('/').get('content-security-policy')).toContain("frame-src 'self';");
  expect(headersOf('/about').get('content-security-policy')).toContain("frame-src 'none';");
  for (const path of ['/', '/about']) {
    expect(headersOf(path).get('x-frame-options')).toBe('DENY');
    expect(headersOf(path).get('content-security-policy')).not.toContain('posts.test');
  }
});

test('HOME-47 static hosts are given the same, and told to drop what they say of every other page', async () => {
  const text = await Bun.file(join(dist, '_headers')).text();
  const rule = text.slice(text.indexOf('/embed/*\n'), text.indexOf('/_astro/*'));
  const lines = rule.trim().split('\n  ');
  expect(lines.slice(0, 3)).toEqual(['/embed/*', '! Content-Security-Policy', '! X-Frame-Options']);
  expect(lines).toContain(`Content-Security-Policy: ${POLICY}`);
  expect(lines).toContain('X-Frame-Options: SAMEORIGIN');
  expect(text.slice(0, text.indexOf('/embed/*'))).not.toContain('posts.test');
});

test('P34 no form of the frame comes without its seal: HEAD, 304, brotli, gzip, other spellings', () => {
  const etag = headersOf('/embed/post').get('etag') ?? '';
  const ask = (path: string, init: RequestInit = {}) =>
    files.answer(new Request(`http://127.0.0.1:3000${path}`, init), false);
  for (const path of ['/embed/post', '/embed/post/']) {
    for (const encoding of ['identity', 'gzip', 'br', 'br, gzip', '*']) {
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'accept-encoding': encoding };
        const whole = ask(path, { method, headers });
        const known = ask(path, {
          method,
          headers: { ...headers, 'if-none-match': whole?.headers.get('etag') ?? etag },
        });
        expect([whole?.status, known?.status]).toEqual([200, 304]);
        const form = encoding === 'identity' ? null : encoding === 'gzip' ? 'gzip' : 'br';
        expect([encoding, whole?.headers.get('content-encoding') ?? null]).toEqual([encoding, form]);
        for (const response of [whole, known]) {
          expect(response?.headers.get('content-security-policy')).toBe(POLICY);
          expect(response?.headers.get('x-frame-options')).toBe('SAMEORIGIN');
        }
      }
    }
  }
  for (const path of [
    '/embed/post/index.html',
    '/embed/post.html',
    '/embed/./post',
    '/embed//post',
    '//embed/post',
    '/embed/%70ost',
    '/%65mbed/post',
    '/EMBED/post',
    '/embed/post/..%2fpost',
    '/embed/post/index.html.br',
    '/embed/post%00',
    '/embed/post;x',
  ]) {
    const response = ask(path);
    const policy = response?.headers.get('content-security-policy') ?? '';
    expect([path, response?.status === 200 ? policy === POLICY : policy !== '']).toEqual([path, true]);
  }
});
