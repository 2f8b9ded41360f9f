import type { Actor } from '../access/actor.ts';

/** What is known of a request before any route is found. */
export interface RequestOrigin {
  /** Stands in the reply, the log and the audit entry of one request. */
  requestId: string;
  /** The caller's address, read past trusted proxies alone. */
  address: string;
  /** The other end of the connection itself, be it the caller or a proxy. */
  socketAddress: string;
  /** Lets the connection be silent for so many seconds, while an answer is worked on. */
  keepOpen?(seconds: number): void;
}

const contexts = new WeakMap<Request, RequestOrigin>();

/** Remembers where a request came from; the app does this once, before it is routed. */
export function rememberOrigin(request: Request, origin: Omit<RequestOrigin, 'requestId'>): void {
  contexts.set(request, { requestId: crypto.randomUUID(), ...origin });
}

/** The context of a request. One that never went through the app's front door has an address of this machine. */
export function originOf(request: Request): RequestOrigin {
  const known = contexts.get(request);
  if (known) return known;
  rememberOrigin(request, { address: '127.0.0.1', socketAddress: '' });
  return originOf(request);
}

/** The id of a request. */
export function requestIdOf(request: Request): string {
  return originOf(request).requestId;
}

/** Where a request came from, for limits, sessions and the audit log. */
export interface RequestInfo {
  address: string;
  /** True when somebody on this machine asks, past no proxy that shows itself. */
  readonly isLocal: boolean;
  readonly userAgent: string | null;
  /** A random secret that this browser keeps and sends with X-Device-Token; null when none came, or none that is one. */
  readonly deviceToken: string | null;
  requestId: string;
  /** The Idempotency-Key header of a repeated write; null when none was sent. */
  idempotencyKey: string | null;
  /** What this request is, for a key that comes twice; '' without a key. */
  requestHash: string;
}

/** Who does something, and in which request: what a change and its entry in the audit log are told of. */
export interface By {
  actor: Actor;
  requestInfo: RequestInfo;
}
