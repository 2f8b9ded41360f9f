import type { Call } from '#contract/call.ts';
import type { ApiError } from '../errors/api-error.ts';

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
    readonly body: string | Uint8Array<ArrayBuffer>,
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

/** What a handler answered, as the response of its call; `known` is the If-None-Match header. */
export function toSuccess(call: Call, result: unknown, requestId: string, known: string | null): Response {
  if (result instanceof JsonReply) {
    const tag = result.tag && `W/"${result.tag}"`;
    const isKnown = tag !== null && known === tag;
    const response = respond(
      isKnown ? 304 : call.status,
      isKnown ? null : result.body,
      requestId,
      'application/json',
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
    const response = respond(call.status, result.content, requestId, result.type);
    response.headers.set('content-disposition', `attachment; filename="${result.fileName}"`);
    return response;
  }
  const fields = result instanceof Reply ? result.fields : { data: result };
  return envelope(call.status, { success: true, ...fields }, requestId);
}

/** A JSON reply with the headers every API reply carries (docs/security.md P33). */
export function envelope(status: number, body: unknown, requestId: string): Response {
  return respond(status, JSON.stringify(body), requestId, 'application/json');
}

function respond(
  status: number,
  content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  requestId: string,
  type: string,
): Response {
  return new Response(content, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-request-id': requestId,
    },
  });
}
