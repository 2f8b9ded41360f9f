import { BlockList, isIP, isIPv6 } from 'node:net';

export interface SocketInfo {
  requestIP(request: Request): { address: string } | null;
  timeout?(request: Request, seconds: number): void;
}

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
 * Reads X-Forwarded-For from the right and only past trusted proxies, so that callers cannot choose their address
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

// Some proxies add the port, which would make each connection another caller.
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*:[^\]]*)\](?::\d{1,5})?$/.exec(hop);
  return bracketed?.[1] ?? hop.replace(/^([\d.]+):\d{1,5}$/, '$1');
}

export function socketAddressOf(request: Request, server: SocketInfo | undefined): string {
  return plainAddress(server?.requestIP(request)?.address ?? '127.0.0.1');
}

// Maps ::ffff:192.0.2.1 to IPv4 and drops the zone (fe80::1%eth0), which is arbitrary text.
function plainAddress(written: string): string {
  const address = isIPv6(written) ? written.replace(/%.*$/, '') : written;
  if (!/^[0:]+:ffff:/i.test(address) || !isIPv6(address)) return address;
  const tail = address.slice(address.toLowerCase().lastIndexOf('ffff:') + 5);
  if (tail.includes('.')) return tail;
  const [high = 0, low = 0] = tail.split(':').map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** IPv4 whole, IPv6 by its /64 (docs/security.md P20). */
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
