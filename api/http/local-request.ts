import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Log } from '../process/log.ts';
import { isLoopbackHost } from '../process/loopback.ts';
import { originOf } from './request-info.ts';

/** What proxies, tunnels and content networks add to what they pass on. No browser sends any of them by itself. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|client-ip|true-client-ip|x-(forwarded|real|client|cluster-client|original|remote|envoy|amzn|amz-cf|azure|arr|appengine|proxy|proxyuser|vercel|nf|railway|coming-from|host|scheme)(-.+)?|(cf|fly|fastly|akamai|x-akamai|incap|sucuri)-.+)$/;

/** The first header by which a proxy tells that it passed the request on; null when there is none. */
function forwardingHeaderOf(request: Request): string | null {
  for (const name of request.headers.keys()) if (FORWARDING.test(name)) return name;
  return null;
}

/**
 * True when nothing speaks against it that somebody on this machine asks: the connection comes from a loopback address,
 * the host asked for is one (a name that points here from outside is not), and no proxy has put its header in.
 * A proxy on this machine that hides itself so well cannot be told from a browser: NODE_ENV=production is for that.
 */
export function isLocalRequest(request: Request): boolean {
  const host = request.headers.get('host');
  return (
    isLoopbackHost(originOf(request).socketAddress) &&
    isLoopbackHost(new URL(request.url).hostname) &&
    (host === null || isLoopbackHost(host.replace(/:\d*$/, ''))) &&
    forwardingHeaderOf(request) === null
  );
}

/** Hides a page of the development machine from everybody else: throws ROUTE_NOT_FOUND. */
export function requireLocalRequest(request: Request): void {
  if (!isLocalRequest(request)) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
}

/**
 * Builds what says once that a proxy seems to be in front which no setting names: all of its visitors count as one
 * address, so the limits of one are those of all.
 */
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
