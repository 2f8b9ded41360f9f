import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Log } from '../process/log.ts';
import { isLoopbackHost } from '../process/loopback.ts';
import { originOf } from './request-info.ts';

// Headers added by proxies, tunnels and CDNs, never by browsers.
const FORWARDING =
  /^(forwarded|via|cdn-loop|client-ip|true-client-ip|x-(forwarded|real|client|cluster-client|original|remote|envoy|amzn|amz-cf|azure|arr|appengine|proxy|proxyuser|vercel|nf|railway|coming-from|host|scheme)(-.+)?|(cf|fly|fastly|akamai|x-akamai|incap|sucuri)-.+)$/;

function forwardingHeaderOf(request: Request): string | null {
  for (const name of request.headers.keys()) if (FORWARDING.test(name)) return name;
  return null;
}

/** A proxy that adds no header looks local: set NODE_ENV=production behind one. */
export function isLocalRequest(request: Request): boolean {
  const host = request.headers.get('host');
  return (
    isLoopbackHost(originOf(request).socketAddress) &&
    isLoopbackHost(new URL(request.url).hostname) &&
    (host === null || isLoopbackHost(host.replace(/:\d*$/, ''))) &&
    forwardingHeaderOf(request) === null
  );
}

export function requireLocalRequest(request: Request): void {
  if (!isLocalRequest(request)) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
}

/** Warns once: behind an unnamed proxy all visitors share one address and its limits. */
export function createProxyWarning(log: Log, trustedProxies: readonly string[]): (request: Request) => void {
  let isSilent = trustedProxies.length > 0;
  return (request) => {
    if (isSilent) return;
    const header = forwardingHeaderOf(request);
    if (header === null) return;
    isSilent = true;
    log.warn('proxy_not_trusted', {
      header,
      advice:
        'A request came with the header of a proxy, and TRUSTED_PROXIES is not set: its visitors count as one ' +
        'address. If a proxy is in front of this server, name it there; if not, somebody made the header up.',
    });
  };
}
