import { randomBytes } from 'node:crypto';

/** Where the bare page has the headline that a run waits for. */
export const BARE_HEADLINE = 'main h1';
/** So much of the text of a page is in its first view. */
const WORDS = 'Pick a league, learn with peers, and build something real from it. '.repeat(4);

/**
 * Serves what any page of a site costs on this machine: a headline and a paragraph in the product's two typefaces, with as
 * many bytes of page, style sheet and fonts as the home page at `origin` sends, but nothing to style, to lay out or to run.
 */
export async function serveBarePage(origin: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const home = await read(`${origin}/`);
  const fonts = addressesOf(home.text, 'rel="preload"');
  const styles = await Promise.all(
    addressesOf(home.text, 'rel="stylesheet"').map((address) => read(origin + address)),
  );
  const files = await Promise.all(fonts.map((address) => read(origin + address)));
  const styleBytes = styles.reduce((sum, { bytes }) => sum + bytes, 0);
  const faces = fonts.map((address, index) => {
    const family = index === 0 ? 'text' : 'display';
    return `@font-face{font-family:${family};src:url(${address});font-weight:400 800}`;
  });
  const style = `${faces.join('')}body{font-family:text}h1{font-family:display}`;
  const preloads = fonts
    .map((address) => `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin>`)
    .join('');
  const page =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>' +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${preloads}` +
    `<link rel="stylesheet" href="/bare.css"></head><body><main><h1>A bare page</h1><p>${WORDS}</p></main></body></html>`;
  const replies = new Map<string, { type: string; body: string | Uint8Array<ArrayBuffer> }>([
    ['/', { type: 'text/html; charset=utf-8', body: `${page}<!--${fill(home.bytes - page.length)}-->` }],
    ['/bare.css', { type: 'text/css', body: `${style}/*${fill(styleBytes - style.length)}*/` }],
    ...fonts.map((address, index): [string, { type: string; body: Uint8Array<ArrayBuffer> }] => [
      address,
      { type: 'font/woff2', body: files[index]?.body ?? new Uint8Array() },
    ]),
  ]);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const reply = replies.get(new URL(request.url).pathname);
      if (!reply) return new Response(null, { status: 404 });
      return new Response(reply.body, { headers: { 'Content-Type': reply.type } });
    },
  });
  return { origin: server.url.origin, stop: () => server.stop(true) };
}

/** Characters that hardly compress, so that as many bytes travel. */
const fill = (bytes: number) =>
  randomBytes(Math.max(0, bytes)).toString('base64url').replaceAll('-', '_').slice(0, Math.max(0, bytes));

/** The addresses of the links of a page whose tag holds `mark`. */
function addressesOf(html: string, mark: string): string[] {
  return [...html.matchAll(/<link [^>]*>/g)]
    .filter(([link]) => link.includes(mark))
    .map(([link]) => /href="([^"]+)"/.exec(link)?.[1] ?? '');
}

/** A file, and in how many bytes it travels to a browser. */
async function read(url: string): Promise<{ text: string; body: Uint8Array<ArrayBuffer>; bytes: number }> {
  const headers = { 'Accept-Encoding': 'br' };
  const packed = await fetch(url, { headers, decompress: false });
  if (!packed.ok) throw new Error(`${url} answered ${packed.status}`);
  const { byteLength } = await packed.arrayBuffer();
  const body = new Uint8Array(await (await fetch(url, { headers })).arrayBuffer());
  return { text: new TextDecoder().decode(body), body, bytes: byteLength };
}
