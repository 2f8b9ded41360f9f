import { expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { createNameResolver, fetchOutside } from './outgoing.ts';

/** Asks a server whose name leads to these addresses. */
const ask = (address: string, isTrusted: boolean, addresses: string[]) =>
  fetchOutside(address, {
    isTrusted,
    timeoutMs: 60_000,
    maxBytes: 1024,
    resolve: async () => addresses.map((one) => ({ address: one, family: 4 })),
  });

test('P30 a name is refused before anything connects when one of its addresses is not public', async () => {
  for (const addresses of [['127.0.0.1'], ['192.0.2.1'], ['93.184.216.34', '10.0.0.1'], []]) {
    await expect(ask('https://icons.openleague.org/', false, addresses)).rejects.toThrow(
      'The name does not lead to a public address',
    );
  }
});

test('P30 a connection goes where our own look-up says and nowhere else, so no name changes its mind in between', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  for (const protocol of ['http', 'https']) {
    connections = 0;
    await expect(ask(`${protocol}://no-such-name.invalid:${port}/`, true, ['127.0.0.1'])).rejects.toThrow();
    expect([protocol, connections]).toEqual([protocol, 1]);
  }
  server.close();
});

test('P30 names of the machine come from its file of hosts', async () => {
  expect(await createNameResolver()('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
});
