/** What is known of a request before any route is found. */
export interface RequestContext {
  /** Stands in the reply, the log and the audit entry of one request. */
  requestId: string;
  /** The caller's address, read past trusted proxies alone. */
  address: string;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Remembers where a request came from; the app does this once, before it is routed. */
export function openContext(request: Request, address: string): void {
  contexts.set(request, { requestId: crypto.randomUUID(), address });
}

/** The context of a request. One that never went through the app's front door counts as local. */
export function contextOf(request: Request): RequestContext {
  const known = contexts.get(request);
  if (known) return known;
  openContext(request, '127.0.0.1');
  return contextOf(request);
}

/** The id of a request. */
export function requestIdOf(request: Request): string {
  return contextOf(request).requestId;
}
