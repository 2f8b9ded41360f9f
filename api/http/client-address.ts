import { BlockList, isIP, isIPv6 } from 'node:net';

/** What a server tells about the socket a request came in on. */
export interface SocketInfo {
  requestIP(request: Request): { address: string } | null;
  /** How many seconds the connection of a request may be silent from now on. */
  timeout?(request: Request, seconds: number): void;
}

/** Builds the test whether an address belongs to a trusted proxy; ranges are addresses or CIDR. */
export function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (socket) => {
    const address = plainAddress(socket);
    return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}

/**
 * Builds the reader of a caller's address. X-Forwarded-For counts only when the socket belongs to a trusted proxy, and
 * is walked from the right past further trusted proxies, so a caller cannot choose their address
 * (docs/security.md P23).
 */
export function createAddressReader(trustedProxies: readonly string[]) {
  const isTrusted = createProxyCheck(trustedProxies);

  return function addressOf(request: Request, socket: string): string {
    if (trustedProxies.length === 0 || !isTrusted(socket)) return socket;
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',');
    for (const written of hops.reverse()) {
      const hop = plainAddress(withoutPort(written.trim()));
      if (isIP(hop) === 0) return socket;
      if (!isTrusted(hop)) return hop;
    }
    return socket;
  };
}

/**
 * An address as some proxies write it, without its port: 192.0.2.1:50123, [2001:db8::1]:443. Each connection of a caller has
 * another port, and would be another caller.
 */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*:[^\]]*)\](?::\d{1,5})?$/.exec(hop);
  return bracketed?.[1] ?? hop.replace(/^([\d.]+):\d{1,5}$/, '$1');
}

/** The other end of the connection itself, be it the caller or a proxy. */
export function socketAddressOf(request: Request, server: SocketInfo | undefined): string {
  return plainAddress(server?.requestIP(request)?.address ?? '127.0.0.1');
}

/**
 * One spelling of an IPv4 address, however it is mapped into IPv6: ::ffff:192.0.2.1, 0:0:0:0:0:FFFF:C000:201. A zone
 * (fe80::1%eth0) is a name for one's own network card, may be any text, and tells no callers apart.
 */
function plainAddress(written: string): string {
  const address = isIPv6(written) ? written.replace(/%.*$/, '') : written;
  if (!/^[0:]+:ffff:/i.test(address) || !isIPv6(address)) return address;
  const tail = address.slice(address.toLowerCase().lastIndexOf('ffff:') + 5);
  if (tail.includes('.')) return tail;
  const [high = 0, low = 0] = tail.split(':').map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The part of an address that counts as one caller: IPv4 whole, IPv6 by its /64 (docs/security.md P20). */
export function limitKeyOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.padStart(4, '0').toLowerCase())
    .join(':')}::/64`;
}
