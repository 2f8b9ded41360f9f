import { BlockList, isIP } from 'node:net';

// IANA special-purpose registries.
const INSIDE: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
const inside = new BlockList();
for (const [net, bits] of INSIDE) inside.addSubnet(net, bits, 'ipv4');

// Public IPv6 is below 2000::/3; these parts of it are IPv4, tunnels or examples.
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
const wrapped = new BlockList();
wrapped.addSubnet('2001::', 23, 'ipv6');
wrapped.addSubnet('2001:db8::', 32, 'ipv6');
wrapped.addSubnet('2002::', 16, 'ipv6');
wrapped.addSubnet('3fff::', 20, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !wrapped.check(address, 'ipv6');
    default:
      return false;
  }
}
