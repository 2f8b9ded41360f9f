import { expect, test } from 'bun:test';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { createServer, type LookupFunction } from 'node:net';
import { createLookup, createNameResolver } from './name-lookup.ts';

const lookupPublic = createLookup(createNameResolver(), true);

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
