import type * as z from 'zod/mini';
import { ERRORS } from '#contract/errors.ts';
import { ApiError, InputError } from '../errors/api-error.ts';

/**
 * An empty body counts as {} (docs/api.md 0.5). Throws BODY_TOO_LARGE, BODY_INCOMPLETE, CONTENT_TYPE_UNSUPPORTED,
 * BODY_NOT_JSON or BODY_NOT_OBJECT.
 */
export async function readJson(request: Request, limitBytes: number): Promise<Record<string, unknown>> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes)
    throw new ApiError(ERRORS.BODY_TOO_LARGE);
  const bytes = await readBytes(request, limitBytes);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new ApiError(ERRORS.CONTENT_TYPE_UNSUPPORTED);
  }
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(ERRORS.BODY_NOT_JSON);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ApiError(ERRORS.BODY_NOT_OBJECT);
  }
  return value as Record<string, unknown>;
}

export function checkBody<Body>(schema: z.ZodMiniType<Body>, body: Record<string, unknown>): Body {
  return check(schema, body);
}

// Chunked bodies announce no length. With a length the body is read whole, because streams are slow.
async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    if (request.headers.has('content-length')) {
      const bytes = await request.bytes();
      if (bytes.byteLength > limitBytes) throw new ApiError(ERRORS.BODY_TOO_LARGE);
      return bytes;
    }
    if (!request.body) return new Uint8Array();
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > limitBytes) throw new ApiError(ERRORS.BODY_TOO_LARGE);
      chunks.push(chunk);
    }
  } catch (error) {
    // A lost connection or broken chunks are the client's fault.
    throw error instanceof ApiError ? error : new ApiError(ERRORS.BODY_INCOMPLETE);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

export function readQuery<Query>(schema: z.ZodMiniType<Query>, url: string): Query {
  const cut = url.indexOf('?');
  const values = cut === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(cut + 1)));
  return check(schema, values);
}

function check<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const messages = parsed.error.issues.map((issue) =>
    issue.message === 'Invalid input' ? `${issue.path.join('.') || 'input'} is invalid` : issue.message,
  );
  throw new InputError([...new Set(messages)]);
}
