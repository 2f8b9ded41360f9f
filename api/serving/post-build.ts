import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { WORKER_FILE, WORKER_SCOPE } from '#contract/offline-worker.ts';
import {
  assetHeaders,
  CLOSED_POLICY,
  DRAWING_POLICY,
  FRAMED_FOLDER,
  framedHeaders,
  isFramed,
  pageHeaders,
  STRICT_TRANSPORT,
  toFramedPolicy,
  toPolicy,
  toWorkerPolicy,
} from '../platform/http/page-headers.ts';
import {
  addressesOf,
  CACHE_CONTROL,
  ENCODING_SUFFIX,
  type Encoding,
  type Freshness,
  MANIFEST_FILE,
  type ServedFile,
  type ServingManifest,
} from './manifest.ts';
import { toRedirectLines } from './routes.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};
// Files whose extension does not determine the type; static hosts get it from `_headers`.
const TYPES_BY_NAME: Readonly<Record<string, string>> = {
  'feed.xml': 'application/atom+xml; charset=utf-8',
};
const COMPRESSED = new Set('.html .js .mjs .css .json .map .webmanifest .xml .txt .ics .svg .ico'.split(' '));
const COMPRESS_FROM_BYTES = 200;
// Larger files or sites get faster, weaker compression.
const BEST_FILE_BYTES = 300 * 1024;
const BEST_SITE_BYTES = 6 * 1024 * 1024;
// Files processed at once; compression itself runs in a pool of four threads.
const PARALLEL = 16;
const UNSERVED = new Set(['_headers', '_redirects', MANIFEST_FILE]);
// Scripts of other types are data, which the policy does not restrict.
const EXECUTABLE_TYPES = new Set(['', 'module', 'text/javascript', 'importmap', 'speculationrules']);

export interface PostBuildOptions {
  stamp: string;
  /** Additional origins for fetch on every page. */
  connect: string[];
  /** Further fetch origins for pages marked `data-code-host`. */
  codeHost: string[];
  images: string[];
  /** Origins for pages below /embed/ only; the first one serves the embedded script. */
  embeds: string[];
}

/**
 * Writes the manifest last, so that an unfinished build never counts as built. Throws when a page contains something
 * its own policy would block.
 */
export async function runPostBuild(
  dist: string,
  { stamp, connect, codeHost, images, embeds }: PostBuildOptions,
): Promise<{ files: number; pages: number }> {
  await rm(join(dist, MANIFEST_FILE), { force: true });
  const names = await listFiles(dist);
  if (!names.includes('404.html')) {
    await writeFile(join(dist, '404.html'), NOT_FOUND_PAGE);
    names.push('404.html');
  }
  const contents = new Map<string, Buffer>();
  await inParallel(names, async (name) => {
    contents.set(name, await readFile(join(dist, name)));
  });
  const textBytes = [...contents].reduce(
    (sum, [name, content]) => sum + (isText(name) ? content.length : 0),
    0,
  );
  const isSmallSite = textBytes <= BEST_SITE_BYTES;

  const site = { scripts: new Set<string>(), styles: new Set<string>() };
  const framed = { scripts: new Set<string>(), styles: new Set<string>() };
  const callers: string[] = [];
  const files: ServedFile[] = [];
  await inParallel([...contents].sort(byName), async ([name, content]) => {
    const policy = (): string => {
      if (name === WORKER_FILE) return toWorkerPolicy(connect);
      if (!name.endsWith('.html')) return extname(name) === '.svg' ? DRAWING_POLICY : CLOSED_POLICY;
      const { callsCodeHost, ...inline } = inspectPage(name, content.toString('utf8'));
      const all = isFramed(name) ? framed : site;
      for (const hash of inline.scripts) all.scripts.add(hash);
      for (const hash of inline.styles) all.styles.add(hash);
      if (isFramed(name)) return toFramedPolicy({ ...inline, origins: embeds });
      if (callsCodeHost) callers.push(name);
      return toPolicy({
        ...inline,
        connect: callsCodeHost ? [...connect, ...codeHost] : connect,
        images,
        workers: hasWorker(name),
      });
    };
    files.push({
      file: name,
      type: TYPES_BY_NAME[name] ?? TYPES[extname(name)] ?? 'application/octet-stream',
      etag: createHash('sha256').update(content).digest('base64url').slice(0, 20),
      bytes: content.length,
      encodings: await compress(join(dist, name), content, isText(name), isSmallSite),
      freshness: freshnessOf(name),
      policy: policy(),
    });
  });
  files.sort((a, b) => (a.file < b.file ? -1 : 1));

  const sorted = ({ scripts, styles }: typeof site) => ({
    scripts: [...scripts].sort(),
    styles: [...styles].sort(),
  });
  const whole = { ...sorted(site), images, frames: true, workers: true };
  const lines = toHeaderLines({
    policy: toPolicy({ ...whole, connect }),
    framedPolicy: toFramedPolicy({ ...sorted(framed), origins: embeds }),
    workerPolicy: toWorkerPolicy(connect),
    callerPolicy: toPolicy({ ...whole, connect: [...connect, ...codeHost] }),
    callers: callers.sort().flatMap(addressesOf),
  });
  await writeFile(join(dist, '_headers'), lines.join('\n'));
  const addresses = new Set(files.flatMap(({ file }) => addressesOf(file)));
  const redirects = toRedirectLines((path) => addresses.has(path), connect);
  await writeFile(join(dist, '_redirects'), `${redirects.join('\n')}\n`);
  const manifest: ServingManifest = { stamp, files };
  await writeFile(join(dist, MANIFEST_FILE), JSON.stringify(manifest));
  return { files: files.length, pages: files.filter(({ file }) => file.endsWith('.html')).length };
}

const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page not found</title>
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=/"></head>
<body><main><p>This page does not exist. <a href="/">Go to the home page</a></p></main></body></html>
`;

/** Returns the hashes of inline scripts and styles. Throws for content that no policy can allow. */
export function inspectPage(
  name: string,
  html: string,
): { scripts: string[]; styles: string[]; frames: boolean; callsCodeHost: boolean } {
  const scripts: string[] = [];
  const styles: string[] = [];
  let frames = false;
  let callsCodeHost = false;
  let text = '';
  let isInlineCode = false;
  const collect = (hashes: string[]) => ({
    text(chunk: HTMLRewriterTypes.Text) {
      text += chunk.text;
      if (!chunk.lastInTextNode) return;
      if (isInlineCode && text !== '') hashes.push(hashOf(text));
      text = '';
    },
  });
  new HTMLRewriter()
    .on('*', {
      element(element) {
        for (const [attribute] of element.attributes) {
          if (attribute === 'data-frames') frames = true;
          if (attribute === 'data-code-host') callsCodeHost = true;
          if (attribute === 'style' || attribute.startsWith('on')) {
            throw new Error(
              `${name}: <${element.tagName}> has the attribute ${attribute}, which the content security policy blocks.`,
            );
          }
        }
      },
    })
    .on('script', {
      element(element) {
        const type = element.getAttribute('type')?.toLowerCase() ?? '';
        isInlineCode = !element.hasAttribute('src') && EXECUTABLE_TYPES.has(type);
      },
      ...collect(scripts),
    })
    .on('style', {
      element() {
        isInlineCode = true;
      },
      ...collect(styles),
    })
    .transform(html);
  return {
    scripts: [...new Set(scripts)].sort(),
    styles: [...new Set(styles)].sort(),
    frames,
    callsCodeHost,
  };
}

// Browsers normalize line ends before they hash.
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`;
}

async function compress(path: string, content: Buffer, isText: boolean, best: boolean): Promise<Encoding[]> {
  if (!isText || content.length < COMPRESS_FROM_BYTES) return [];
  const quality = !best ? 5 : content.length > BEST_FILE_BYTES ? 9 : 11;
  const [br, gz] = await Promise.all([
    compressBrotli(content, {
      params: {
        [zlib.BROTLI_PARAM_QUALITY]: quality,
        [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      },
    }),
    compressGzip(content, { level: best ? 9 : 6 }),
  ]);
  await Promise.all([writeFile(path + ENCODING_SUFFIX.br, br), writeFile(path + ENCODING_SUFFIX.gzip, gz)]);
  return ['br', 'gzip'];
}

const hasWorker = (name: string) => name.startsWith(`${WORKER_SCOPE.slice(1)}/`);

function freshnessOf(name: string): Freshness {
  if (name.startsWith('_astro/')) return 'immutable';
  // A cached worker would keep serving the old site.
  return name.endsWith('.html') || name === WORKER_FILE ? 'page' : 'asset';
}

function isText(name: string): boolean {
  return COMPRESSED.has(extname(name));
}

interface HeaderFile {
  policy: string;
  framedPolicy: string;
  workerPolicy: string;
  /** Policy of the pages in `callers`, which call the code host. */
  callerPolicy: string;
  callers: string[];
}

// Writes the `_headers` file of static hosts, with few rules because hosts limit their number. A later rule first
// removes ('! ') the header it replaces; hosts without that syntax apply both policies.
function toHeaderLines({ policy, framedPolicy, workerPolicy, callerPolicy, callers }: HeaderFile): string[] {
  const rule = (path: string, headers: Record<string, string>, without: string[] = []) => [
    path,
    ...without.map((name) => `  ! ${name}`),
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    '',
  ];
  const policyRule = (path: string, headers: Record<string, string>) =>
    rule(path, headers, ['Content-Security-Policy']);
  return [
    ...rule('/*', { ...pageHeaders(policy), 'Strict-Transport-Security': STRICT_TRANSPORT }),
    ...callers.flatMap((path) => policyRule(path, { 'Content-Security-Policy': callerPolicy })),
    ...rule(`/${FRAMED_FOLDER}*`, framedHeaders(framedPolicy), [
      'Content-Security-Policy',
      'X-Frame-Options',
    ]),
    ...policyRule('/_astro/*', { ...assetHeaders(CLOSED_POLICY), 'Cache-Control': CACHE_CONTROL.immutable }),
    ...policyRule('/*.svg', assetHeaders(DRAWING_POLICY)),
    ...policyRule(`/${WORKER_FILE}`, {
      'Cache-Control': CACHE_CONTROL.page,
      'Content-Security-Policy': workerPolicy,
    }),
    ...Object.entries(TYPES_BY_NAME).flatMap(([name, type]) => rule(`/${name}`, { 'Content-Type': type })),
  ];
}

async function listFiles(dist: string): Promise<string[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !UNSERVED.has(name) && !/\.(br|gz)$/.test(name));
}

async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
