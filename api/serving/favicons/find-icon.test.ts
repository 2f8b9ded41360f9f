import { afterAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { fetchImage, findIcon, ICON_MAX_BYTES, toImageType } from './find-icon.ts';

const png = new Uint8Array(await readFile(new URL('../../../site/public/icons/video.png', import.meta.url)));
const picture = (bytes: Uint8Array = png, type = 'image/png') =>
  new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } });

/** Stands for a machine inside the network; nothing may ever reach it. */
const inside = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => {
    insideHits += 1;
    return picture();
  },
});
let insideHits = 0;
/** Stands for an icon service that the operator chose. */
const service: Bun.Server<undefined> = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    switch (pathname) {
      case '/icon':
        return picture();
      case '/moved':
        return Response.redirect(`${service.url.origin}/icon`, 302);
      case '/circle':
        return Response.redirect(`${service.url.origin}/circle`, 302);
      case '/to-inside':
        return Response.redirect(`${inside.url.origin}/secret`, 302);
      case '/to-inside-by-name':
        return Response.redirect(`https://localhost:${inside.port}/secret`, 302);
      case '/to-metadata':
        return Response.redirect('https://169.254.169.254/latest', 302);
      case '/page':
        return picture(new TextEncoder().encode('<script>alert(1)</script>'), 'image/png');
      case '/drawing':
        return picture(new TextEncoder().encode('<svg onload="alert(1)"/>'), 'image/svg+xml');
      case '/missing':
        return new Response(png as Uint8Array<ArrayBuffer>, { status: 404 });
      case '/huge':
        return picture(new Uint8Array([...png, ...new Uint8Array(ICON_MAX_BYTES)]));
      case '/endless':
        return new Response(
          new ReadableStream({
            pull(controller) {
              controller.enqueue(png);
              endlessBytes += png.length;
            },
          }),
        );
      case '/slow':
        return new Promise((resolve) => setTimeout(() => resolve(picture()), 2000));
      default:
        return new Response('what?', { status: 500 });
    }
  },
});
let endlessBytes = 0;
const asked: string[] = [];
afterAll(async () => {
  await service.stop(true);
  await inside.stop(true);
});

const fetchTrusted = (path: string, timeoutMs = 60_000) =>
  fetchImage(`${service.url.origin}${path}`, { isTrusted: true, timeoutMs });

test('FAVICON-01 a picture is fetched, also after a redirect on the same service', async () => {
  expect(await fetchTrusted('/icon')).toEqual(png);
  expect(await fetchTrusted('/moved')).toEqual(png);
});

test('P30 what is no picture, too large, without an end or refused is no icon', async () => {
  for (const path of ['/page', '/drawing', '/missing', '/huge', '/endless', '/circle', '/error']) {
    expect([path, await fetchTrusted(path)]).toEqual([path, null]);
  }
  expect(asked.filter((path) => path === '/circle').length).toBeLessThanOrEqual(4);
  const read = endlessBytes;
  await Bun.sleep(50);
  expect(endlessBytes, 'the connection is closed').toBeLessThanOrEqual(read + 1024 * 1024);
});

test('FAVICON-02 an answer that is late counts as none', async () => {
  await expect(fetchTrusted('/slow', 200)).rejects.toThrow();
});

test('P30 a redirect to a private address is not followed', async () => {
  for (const path of ['/to-inside', '/to-inside-by-name', '/to-metadata']) {
    await expect(fetchTrusted(path)).rejects.toThrow('Not a public https address');
  }
  expect(insideHits).toBe(0);
});

test('P30 a site itself is only asked over https, by a public name', async () => {
  for (const address of [
    `${inside.url.origin}/favicon.ico`,
    `https://127.0.0.1:${inside.port}/favicon.ico`,
    'https://localhost/favicon.ico',
    'http://site.org/favicon.ico',
  ]) {
    await expect(fetchImage(address, { isTrusted: false, timeoutMs: 60_000 })).rejects.toThrow(
      'Not a public https address',
    );
  }
  expect(insideHits).toBe(0);
});

test('FAVICON-01 the sources are asked in order until one has the icon; those on the site itself are not trusted', async () => {
  const asked: [string, boolean][] = [];
  const finding = await findIcon(
    'site.org',
    [
      'https://icons.org/?of={host}',
      'https://{host}/favicon.ico',
      'http://relay:8080/{host}',
      'https://last/{host}',
    ],
    async (address, { isTrusted }) => {
      asked.push([address, isTrusted]);
      if (address.startsWith('https://site.org')) throw new Error('timed out');
      return address.startsWith('http://relay') ? png : null;
    },
  );
  expect(asked).toEqual([
    ['https://icons.org/?of=site.org', true],
    ['https://site.org/favicon.ico', false],
    ['http://relay:8080/site.org', true],
  ]);
  expect(finding).toEqual({ kind: 'icon', bytes: png });
});

test('FAVICON-01 nobody answering is told apart from nobody having an icon', async () => {
  const fail = async () => {
    throw new Error('no network');
  };
  expect(await findIcon('site.org', ['https://a/{host}', 'https://b/{host}'], fail)).toEqual({
    kind: 'unreachable',
  });
  expect(await findIcon('site.org', ['https://a/{host}'], async () => null)).toEqual({ kind: 'none' });
  expect(await findIcon('site.org', [], fail)).toEqual({ kind: 'none' });
});

const text = (words: string) => new TextEncoder().encode(words);

test('FAVICON-03 pictures are known by their bytes', async () => {
  expect(toImageType(png)).toBe('image/png');
  expect(toImageType(new Uint8Array([0, 0, 1, 0, 1, 0, 32, 32]))).toBe('image/x-icon');
  expect(toImageType(text('GIF89a'))).toBe('image/gif');
  expect(toImageType(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(toImageType(text('RIFF\u0000\u0000\u0000\u0000WEBPVP8 '))).toBe('image/webp');
});

test('P30 whatever could run a script or is no picture is nothing', () => {
  const others = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '{}', 'RIFF0000WAVE', 'GIF'];
  expect(others.map((words) => toImageType(text(words)))).toEqual(others.map(() => null));
});
