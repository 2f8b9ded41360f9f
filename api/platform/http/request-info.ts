import type { Actor } from '../access/actor.ts';

export interface RequestOrigin {
  requestId: string;
  /** Read from X-Forwarded-For of trusted proxies only. */
  address: string;
  socketAddress: string;
  keepOpen?(seconds: number): void;
}

const contexts = new WeakMap<Request, RequestOrigin>();

export function rememberOrigin(request: Request, origin: Omit<RequestOrigin, 'requestId'>): void {
  contexts.set(request, { requestId: crypto.randomUUID(), ...origin });
}

/** A request that did not pass the app counts as local. */
export function originOf(request: Request): RequestOrigin {
  const known = contexts.get(request);
  if (known) return known;
  rememberOrigin(request, { address: '127.0.0.1', socketAddress: '' });
  return originOf(request);
}

export function requestIdOf(request: Request): string {
  return originOf(request).requestId;
}

export interface RequestInfo {
  address: string;
  /** Both ends are loopback and no proxy added a header. */
  readonly isLocal: boolean;
  readonly userAgent: string | null;
  readonly deviceToken: string | null;
  requestId: string;
  idempotencyKey: string | null;
  requestHash: string;
}

export interface ActorAndRequest {
  actor: Actor;
  requestInfo: RequestInfo;
}
