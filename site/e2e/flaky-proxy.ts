import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** How often each fault strikes, from 0 to 1. */
export interface Faults {
  /** The connection breaks before the server hears of the request. */
  lostRequest: number;
  /** The server acts, and its answer never arrives. */
  lostReply: number;
  /** The same request reaches the server twice at once. */
  doubled: number;
  /** The same request comes once more, after those that were sent later. */
  late: number;
  /** The request is held back, so that others overtake it. */
  held: number;
}

export interface FlakyProxy {
  origin: string;
  /** How often each fault struck. */
  struck: Record<keyof Faults, number>;
  /** Nothing passes any more, in either direction. */
  cut(): void;
  /** From now on everything passes; resolves when the last late repeat is through. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

interface Kept {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const HELD_MS = 25;
const LATE_MS = 120;

/** A bad network before a server. `random` gives numbers from 0 to 1. */
export async function startFlakyProxy(
  target: string,
  faults: Faults,
  random: () => number,
): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const struck = { lostRequest: 0, lostReply: 0, doubled: 0, late: 0, held: 0 };
  const repeats = new Set<Promise<unknown>>();
  let isHealed = false;
  let isCut = false;

  const strikes = (fault: keyof Faults) => {
    const isStruck = !isHealed && random() < faults[fault];
    if (isStruck) struck[fault] += 1;
    return isStruck;
  };
  const pass = ({ method, path, headers, body }: Kept) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const sent = forward({ hostname, port, method, path, headers, agent: false }, (reply) => {
        readAll(reply).then(
          (content) => resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: content }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const repeat = (kept: Kept, afterMs: number) => {
    const done = sleep(afterMs)
      .then(() => pass(kept))
      .catch(() => undefined)
      .finally(() => repeats.delete(done));
    repeats.add(done);
  };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const kept: Kept = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: { ...incoming.headers, connection: 'close' },
      body: await readAll(incoming),
    };
    if (isCut || strikes('lostRequest')) {
      incoming.socket.destroy();
      return;
    }
    if (strikes('held')) await sleep(HELD_MS * random());
    if (strikes('doubled')) repeat(kept, 0);
    if (strikes('late')) repeat(kept, LATE_MS * random());
    const reply = await pass(kept);
    if (isCut || strikes('lostReply')) incoming.socket.destroy();
    else outgoing.writeHead(reply.status, withoutHops(reply.headers)).end(reply.body);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    struck,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    heal: async () => {
      isHealed = true;
      isCut = false;
      await Promise.all(repeats);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What is said from one machine to the next is not passed on. */
function withoutHops({
  connection: _,
  'keep-alive': __,
  'transfer-encoding': ___,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
