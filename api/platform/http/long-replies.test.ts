import { afterAll, expect, test } from 'bun:test';
import { getProfile } from '#contract/auth.ts';
import { toSuccess } from './reply.ts';

/** Longer than the buffer of 16 KB in which Bun gathers what it sends. */
const LONG = 'word '.repeat(8000);
const CONNECTIONS = 8;
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async () => {
    // A reply that waited for a database.
    await Bun.sleep(1);
    return toSuccess(getProfile, { text: LONG }, 'request', new Headers());
  },
});
afterAll(() => server.stop(true));

/** Asks over one connection, and again when the answer is there; the first part that arrives of each answer. */
async function readFirstParts(times: number): Promise<string[]> {
  const parts: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string[]>();
  let seen = '';
  await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port ?? 0,
    socket: {
      open: (socket) => void socket.write(REQUEST),
      data(socket, chunk) {
        const text = chunk.toString('latin1');
        if (seen === '') parts.push(text);
        seen += text;
        if (!seen.endsWith(/\r\ntransfer-encoding: chunked/i.test(seen) ? '\r\n0\r\n\r\n' : '"}}')) return;
        seen = '';
        if (parts.length < times) socket.write(REQUEST);
        else {
          socket.end();
          resolve(parts);
        }
      },
    },
  });
  return promise;
}

test('P37 the head of a long reply is sent at once, not header by header', async () => {
  const parts = (
    await Promise.all(Array.from({ length: CONNECTIONS }, async () => readFirstParts(4)))
  ).flat();
  expect(parts.length).toBe(CONNECTIONS * 4);
  expect(parts.filter((part) => !part.includes('\r\n\r\n'))).toEqual([]);
});

test('P33 a long reply says the same as a short one, and is whole', async () => {
  const response = await fetch(server.url);
  expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
    200,
    'no-store',
    { success: true, data: { text: LONG } },
  ]);
});
