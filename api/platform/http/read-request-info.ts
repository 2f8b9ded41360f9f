import type { Call } from '#contract/call.ts';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { hashRequest } from './idempotency.ts';
import { isLocalRequest } from './local-request.ts';
import { originOf, type RequestInfo } from './request-info.ts';

/** Getters, because few calls need these headers. */
export function readRequestInfo(
  request: Request,
  call: Pick<Call, 'method' | 'name'>,
  params: Record<string, string>,
  body: unknown,
): RequestInfo {
  const { address, requestId } = originOf(request);
  const idempotencyKey = call.method === 'GET' ? null : readIdempotencyKey(request);
  return {
    address,
    get isLocal() {
      return isLocalRequest(request);
    },
    get userAgent() {
      return request.headers.get('user-agent')?.slice(0, 400) ?? null;
    },
    get deviceToken() {
      return readDeviceToken(request);
    },
    requestId,
    idempotencyKey,
    requestHash: idempotencyKey ? hashRequest(call.name, params, body) : '',
  };
}

// Ignores a malformed token, so that it cannot fail a sign-in.
function readDeviceToken(request: Request): string | null {
  const token = request.headers.get(DEVICE_TOKEN_HEADER) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  return key && /^[\x21-\x7e]{1,128}$/.test(key) ? key : null;
}
