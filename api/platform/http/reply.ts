import type { Call } from '#contract/call.ts';
import type { ApiError } from '../errors/api-error.ts';

interface AcceptedEncodings {
  br: boolean;
  gzip: boolean;
}

const REMEMBERED_MAX = 100;
const remembered = new Map<string, AcceptedEncodings>();

/** RFC 9110, 12.5.3; `q=0` forbids an encoding. */
export function readAcceptedEncodings(accept: string): AcceptedEncodings {
  const known = remembered.get(accept);
  if (known) return known;
  const weights = new Map(
    accept
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith('q='));
        return [name, weight ? Number(weight.slice(2)) || 0 : 1] as const;
      }),
  );
  const allows = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  const accepted = { br: allows('br'), gzip: allows('gzip') };
  if (remembered.size < REMEMBERED_MAX) remembered.set(accept, accepted);
  return accepted;
}

/** A success with fields beside `data` (docs/api.md 1.3, 1.9). */
export class Reply {
  constructor(readonly fields: { data?: unknown; message?: string } & Record<string, unknown>) {}
}

export class FileReply {
  constructor(
    readonly type: string,
    /** Must be ASCII letters, digits, '-' and '.'. */
    readonly fileName: string,
    readonly content: string | ReadableStream<Uint8Array>,
    /** True for a file that every origin may read. */
    readonly isOpen = false,
  ) {}
}

/** JSON text including the envelope. With a `tag` an unchanged reply is answered 304 without a body. */
export class JsonReply {
  constructor(
    readonly body: string,
    /** Must be letters, digits, '-' and '_'. */
    readonly tag: string | null = null,
  ) {}
}

export const ENVELOPE = ['{"success":true,"data":', '}'] as const;

export class EventReply {
  constructor(readonly events: ReadableStream<Uint8Array>) {}
}

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
 * Compression is safe from length attacks: tokens appear only in short replies, and callers send a header that no other
 * site can.
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
    // Stops nginx from buffering events.
    response.headers.set('x-accel-buffering', 'no');
    return response;
  }
  if (result instanceof FileReply) {
    const response = respond(call.status, result.content, requestId, result.type, acceptsGzip);
    response.headers.set('content-disposition', `attachment; filename="${result.fileName}"`);
    if (result.isOpen) response.headers.set('access-control-allow-origin', '*');
    return response;
  }
  const fields = result instanceof Reply ? result.fields : { data: result };
  const body = JSON.stringify({ success: true, message: call.message, ...fields });
  return respond(call.status, body, requestId, 'application/json', acceptsGzip);
}

export function envelope(status: number, body: unknown, requestId: string): Response {
  return respond(status, JSON.stringify(body), requestId, 'application/json');
}

// A list of 100 accounts (97 KB) takes half a second on a slow phone and 0.2 ms to compress.
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

// Bun's send buffer less the longest head.
const WHOLE_TO = 14 * 1024;

// Bun 1.4.5 sends each header of a longer reply by a system call of its own (170 µs instead of 25), unless it is a
// stream.
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

// A compressor would hold back the parts of a stream.
function isLong(content: Content): content is string | Uint8Array<ArrayBuffer> {
  return content !== null && !(content instanceof ReadableStream) && content.length >= COMPRESSED_FROM;
}
