import { expect, test } from 'bun:test';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { createServer, type LookupFunction } from 'node:net';
import { isPublicAddress, lookupPublic } from './public-address.ts';

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

test('P30 a name that leads to this machine is refused before anything connects', async () => {
  const refused = await new Promise<Error | null>((resolve) => {
    lookupPublic('localhost', {}, (error) => resolve(error));
  });
  expect(refused?.message).toBe('The name does not lead to a public address');
});

test('P30 a connection goes where our own look-up says and nowhere else, so no name changes its mind in between', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const ask = (protocol: 'http' | 'https', host: string, lookup: LookupFunction) =>
    new Promise<string>((resolve) => {
      const request = protocol === 'https' ? requestSecure : requestPlain;
      const signal = AbortSignal.timeout(2000);
      const sent = request(`${protocol}://${host}:${port}/`, { agent: false, lookup, signal });
      sent.on('response', () => resolve('answered'));
      sent.on('error', (error) => resolve(error.message));
      sent.end();
    });
  for (const protocol of ['http', 'https'] as const) {
    connections = 0;
    expect(await ask(protocol, 'localhost', lookupPublic)).toBe('The name does not lead to a public address');
    expect([protocol, connections]).toEqual([protocol, 0]);
    await ask(protocol, 'no-such-name.invalid', (_name, options, found) => {
      if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }]);
      else found(null, '127.0.0.1', 4);
    });
    expect([protocol, connections]).toEqual([protocol, 1]);
  }
  server.close();
});
