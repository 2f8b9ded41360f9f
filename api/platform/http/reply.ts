import type { Call } from '#contract/call.ts';
import type { ApiError } from '../errors/api-error.ts';
import { readAcceptedEncodings } from './accepted-encodings.ts';

/** A success with fields beside `data`, such as `message` or `emailVerified` (docs/api.md 1.3, 1.9). */
export class Reply {
  constructor(readonly fields: { data?: unknown; message?: string } & Record<string, unknown>) {}
}

/** A success that is a file to keep instead of the envelope (`files` of the call). */
export class FileReply {
  constructor(
    readonly type: string,
    /** As the browser will save it: ASCII letters, digits, '-' and '.' alone. */
    readonly fileName: string,
    readonly content: string | ReadableStream<Uint8Array>,
  ) {}
}

/**
 * A success that is JSON already, envelope included: of parts that many callers share. With a `tag` clients may keep it
 * and ask for it again by that: unchanged, it is answered 304 without a body.
 */
export class JsonReply {
  constructor(
    readonly body: string,
    /** Letters, digits, '-' and '_' alone. */
    readonly tag: string | null = null,
  ) {}
}

/** What stands before and after the data of a success. */
export const ENVELOPE = ['{"success":true,"data":', '}'] as const;

/** A success that goes on: server-sent events (`files` of the call). */
export class EventReply {
  constructor(readonly events: ReadableStream<Uint8Array>) {}
}

/** An error in the agreed envelope; the reason rides beside the words as `code`. */
export function toErrorResponse(error: ApiError, requestId: string): Response {
  const response = envelope(
    error.status,
    { success: false, error: error.message, code: error.reason, requestId, ...error.extras },
    requestId,
  );
  if (error.retryAfter !== undefined) response.headers.set('retry-after', String(error.retryAfter));
  return response;
}

/**
 * What a handler answered, as the response of its call, with a long text compressed for clients that take it. Tokens go
 * out in short replies alone, and callers are known by a header that no other site can send, so that its length tells
 * nobody anything.
 */
export function toSuccess(call: Call, result: unknown, requestId: string, asked: Headers): Response {
  const known = asked.get('if-none-match');
  const acceptsGzip = readAcceptedEncodings(asked.get('accept-encoding') ?? '').gzip;
  if (result instanceof JsonReply) {
    const tag = result.tag && `W/"${result.tag}"`;
    const isKnown = tag !== null && known === tag;
    const response = respond(
      isKnown ? 304 : call.status,
      isKnown ? null : result.body,
      requestId,
      'application/json',
      acceptsGzip,
    );
    if (tag) response.headers.set('etag', tag);
    return response;
  }
  if (result instanceof EventReply) {
    const response = respond(call.status, result.events, requestId, 'text/event-stream');
    // Proxies that gather a reply before they pass it on would keep every event to themselves.
    response.headers.set('x-accel-buffering', 'no');
    return response;
  }
  if (result instanceof FileReply) {
    const response = respond(call.status, result.content, requestId, result.type, acceptsGzip);
    response.headers.set('content-disposition', `attachment; filename="${result.fileName}"`);
    return response;
  }
  const fields = result instanceof Reply ? result.fields : { data: result };
  const body = JSON.stringify({ success: true, ...fields });
  return respond(call.status, body, requestId, 'application/json', acceptsGzip);
}

/** A JSON reply with the headers every API reply carries (docs/security.md P33). */
export function envelope(status: number, body: unknown, requestId: string): Response {
  return respond(status, JSON.stringify(body), requestId, 'application/json');
}

/**
 * In UTF-16 units, or bytes of what is bytes already. A list of 100 accounts (97 KB) takes half a second on a slow phone,
 * and 0.2 ms to make a quarter of; shorter replies fit a few packets.
 */
const COMPRESSED_FROM = 4096;

type Content = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

function respond(
  status: number,
  content: Content,
  requestId: string,
  type: string,
  acceptsGzip = false,
): Response {
  const headers: Record<string, string> = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-request-id': requestId,
  };
  if (!isLong(content)) return new Response(content, { status, headers });
  headers.vary = 'Accept-Encoding';
  if (acceptsGzip) headers['content-encoding'] = 'gzip';
  return new Response(toBody(acceptsGzip ? compress(content) : content), { status, headers });
}

/** What Bun still sends together with the head of a reply, less the longest head. */
const WHOLE_TO = 14 * 1024;

/**
 * A body that Bun 1.4.5 sends in one piece. One that does not fit its buffer of 16 KB goes out header by header, each
 * name, colon and value a system call of its own, where the reply comes later than its request was read, as all of ours
 * do: 170 microseconds of processor time in place of 25. A stream does not.
 */
function toBody(content: string | Uint8Array<ArrayBuffer>): BodyInit {
  if (content.length <= WHOLE_TO) return content;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

function compress(content: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(content, { level: 1 });
}

/** A stream may wait between its parts for what comes next, and a compressor would keep them. */
function isLong(content: Content): content is string | Uint8Array<ArrayBuffer> {
  return content !== null && !(content instanceof ReadableStream) && content.length >= COMPRESSED_FROM;
}
