import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Other names need a resolver, so they count as another machine. */
export function isLoopbackHost(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (plain === 'localhost') return true;
  return isIP(plain) !== 0 && loopback.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
