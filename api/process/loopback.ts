import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * True for a host name or address that means this machine wherever it is read: `localhost`, 127.0.0.0/8 and ::1, also
 * in brackets. Other names may mean it too, but only a resolver knows, so they count as elsewhere.
 */
export function isLoopbackHost(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (plain === 'localhost') return true;
  return isIP(plain) !== 0 && loopback.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
