import type { Actor } from '../access/actor.ts';

export interface RequestOrigin {
  /** The same in reply, log and audit entry. */
  requestId: string;
  /** Read past trusted proxies alone. */
  address: string;
  /** The caller or a proxy. */
  socketAddress: string;
  /** Sets the idle time of the connection, in seconds. */
  keepOpen?(seconds: number): void;
}

const contexts = new WeakMap<Request, RequestOrigin>();

/** Called once by the app, before routing. */
export function rememberOrigin(request: Request, origin: Omit<RequestOrigin, 'requestId'>): void {
  contexts.set(request, { requestId: crypto.randomUUID(), ...origin });
}

/** A request that did not pass the app has an address of this machine. */
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
  /** A request of this machine through no visible proxy. */
  readonly isLocal: boolean;
  readonly userAgent: string | null;
  /** Random secret of the browser (X-Device-Token); null if missing or malformed. */
  readonly deviceToken: string | null;
  requestId: string;
  /** The Idempotency-Key header, or null. */
  idempotencyKey: string | null;
  /** Hash of the request for a repeated key; '' without a key. */
  requestHash: string;
}

/** The acting account and its request, for a change and its audit entry. */
export interface By {
  actor: Actor;
  requestInfo: RequestInfo;
}
