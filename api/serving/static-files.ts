import { join } from 'node:path';
import { ERRORS } from '#contract/errors.ts';
import {
  assetHeaders,
  bareHeaders,
  framedHeaders,
  isFramed,
  pageHeaders,
  STRICT_TRANSPORT,
} from '../platform/http/page-headers.ts';
import { readAcceptedEncodings } from '../platform/http/reply.ts';
import {
  addressesOf,
  CACHE_CONTROL,
  ENCODING_SUFFIX,
  type Encoding,
  readManifest,
  type ServedFile,
  toSiteError,
} from './manifest.ts';
import { EVENT_NOT_FOUND, isServicePath, resolveRoute } from './routes.ts';

// Files beyond this total are read from disk on each request.
const MEMORY_BYTES = 48 * 1024 * 1024;

// Bun sends a Blob without copying it; a Uint8Array is copied for every reply.
type Body = Blob | Bun.BunFile;

interface Variant {
  body: Body;
  bytes: number;
  etag: string;
  headers: Headers;
  secureHeaders: Headers;
}

interface Entry {
  status: 200 | 404;
  plain: Variant;
  br: Variant | undefined;
  gzip: Variant | undefined;
}

export interface StaticFiles {
  /** Returns null when the API has to answer. `secure` is true for visitors over https. */
  answer(request: Request, secure: boolean): Response | null;
  size: number;
}

/** Throws StartError when the build is missing or unreadable. */
export async function loadStaticFiles(dist: string): Promise<StaticFiles> {
  const { files } = await readManifest(dist);
  const budget = { left: MEMORY_BYTES };
  const entries = await Promise.all(
    files.map((file) =>
      loadEntry(dist, file, budget).catch((error) => {
        throw toSiteError(error, join(dist, file.file));
      }),
    ),
  );
  const table = new Map<string, Entry>();
  files.forEach((file, index) => {
    const entry = entries[index];
    if (!entry || file.file === '404.html') return;
    for (const address of addressesOf(file.file)) table.set(address, entry);
  });
  const notFound = table.get(EVENT_NOT_FOUND);
  if (notFound) {
    for (const address of [EVENT_NOT_FOUND, `${EVENT_NOT_FOUND}/`])
      table.set(address, { ...notFound, status: 404 });
  }

  return {
    size: table.size,
    answer(request, secure) {
      const { path, query } = splitAddress(request.url);
      const entry = table.get(path);
      if (entry) return answerEntry(request, entry, secure);
      if (isServicePath(path)) return null;
      return answerRoute(request, path, query, table, secure);
    },
  };
}

// Splits by hand, because parsing a URL is slower. `query` includes '?'.
function splitAddress(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return { path: '/', query: '' };
  const end = url.indexOf('?', start);
  return end === -1
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, end), query: url.slice(end) };
}

function answerEntry(request: Request, entry: Entry, secure: boolean): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return toRefusal('METHOD_NOT_ALLOWED', secure);
  const variant = chooseVariant(entry, request.headers.get('accept-encoding'));
  const headers = secure ? variant.secureHeaders : variant.headers;
  if (entry.status === 200) {
    const known = request.headers.get('if-none-match');
    if (known !== null && matchesTag(known, variant.etag))
      return new Response(null, { status: 304, headers });
  }
  return new Response(variant.body, { status: entry.status, headers });
}

function answerRoute(
  request: Request,
  path: string,
  query: string,
  table: Map<string, Entry>,
  secure: boolean,
): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return toRefusal('ROUTE_NOT_FOUND', secure);
  const answer = resolveRoute(path);
  if (answer.kind === 'missing') return toRefusal('ROUTE_NOT_FOUND', secure);
  if (answer.kind === 'redirect') return redirect(answer.to === '/' ? '/' : answer.to + query, secure);
  for (const page of answer.pages) {
    const entry = table.get(page);
    if (entry) return answerEntry(request, { ...entry, status: answer.status }, secure);
  }
  return redirect('/', secure);
}

function redirect(location: string, secure: boolean): Response {
  const headers: Record<string, string> = { ...bareHeaders(), Location: location };
  if (secure) headers['Strict-Transport-Security'] = STRICT_TRANSPORT;
  return new Response(null, { status: 302, headers });
}

export function toRefusal(code: keyof typeof ERRORS, secure: boolean): Response {
  const { status, text } = ERRORS[code];
  const headers: Record<string, string> = bareHeaders();
  if (status === 405) headers.Allow = 'GET, HEAD';
  if (secure) headers['Strict-Transport-Security'] = STRICT_TRANSPORT;
  return Response.json({ success: false, error: text, code }, { status, headers });
}

async function loadEntry(dist: string, file: ServedFile, budget: { left: number }): Promise<Entry> {
  const load = async (encoding?: Encoding): Promise<Variant> => {
    const source = Bun.file(join(dist, file.file + (encoding ? ENCODING_SUFFIX[encoding] : '')));
    budget.left -= source.size;
    const body: Body = budget.left > 0 ? new Blob([await source.arrayBuffer()]) : source;
    const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
    const headers = new Headers(headersOf(file));
    headers.set('Content-Type', file.type);
    headers.set('Cache-Control', CACHE_CONTROL[file.freshness]);
    headers.set('ETag', etag);
    if (file.encodings.length > 0) headers.set('Vary', 'Accept-Encoding');
    if (encoding) headers.set('Content-Encoding', encoding);
    const secureHeaders = new Headers(headers);
    secureHeaders.set('Strict-Transport-Security', STRICT_TRANSPORT);
    return { body, bytes: source.size, etag, headers, secureHeaders };
  };
  return {
    status: 200,
    br: file.encodings.includes('br') ? await load('br') : undefined,
    gzip: file.encodings.includes('gzip') ? await load('gzip') : undefined,
    plain: await load(),
  };
}

function headersOf({ file, policy }: ServedFile): Record<string, string> {
  if (!file.endsWith('.html')) return assetHeaders(policy);
  return isFramed(file) ? framedHeaders(policy) : pageHeaders(policy);
}

function chooseVariant(entry: Entry, accept: string | null): Variant {
  if (accept === null || entry.br === undefined) return entry.plain;
  const { br, gzip } = readAcceptedEncodings(accept);
  return (br && entry.br) || (gzip && entry.gzip) || entry.plain;
}

function matchesTag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
