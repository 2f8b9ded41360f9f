import { expect, test } from 'bun:test';
import { isPublicAddress } from './public-address.ts';

test('P30 addresses inside a network, of this machine, of a cloud metadata service and their IPv6 disguises are not public', () => {
  const inside = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'localhost',
    '',
  ];
  expect(inside.filter(isPublicAddress)).toEqual([]);
});

test('P30 addresses of sites are public', () => {
  for (const address of ['1.1.1.1', '172.15.0.1', '172.32.0.1', '142.250.1.1', '2606:4700::1111']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});
