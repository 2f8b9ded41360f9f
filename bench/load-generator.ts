// The load generator: a process of its own that keeps connections busy for some seconds and prints one line of JSON.
// It writes requests to bare sockets and finds the end of a reply by its content-length or its last chunk, which costs a
// tenth of what an HTTP client in JavaScript costs: on two cores that client was the limit (autocannon: 15,000 requests a
// second).
// Usage: bun bench/load-generator.ts < plan.json   (the plan is a LoadPlan of load.ts)
import type { Load, LoadPlan, Shape } from './load.ts';

const { origin, connections, seconds, shapes }: LoadPlan = await Bun.stdin.json();
const { hostname, port, host } = new URL(origin);
const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const GIVE_UP_MS = 5000;

/** Shapes as often as they weigh, spread evenly. */
const order = shapes
  .flatMap((shape, index) =>
    Array.from({ length: shape.weight ?? 1 }, (_, n) => ({ index, at: (n + 0.5) / (shape.weight ?? 1) })),
  )
  .toSorted((a, b) => a.at - b.at)
  .map(({ index }) => index);
const sent = shapes.map((shape) => shape.startAt ?? 0);
let turn = 0;

function nextRequest(): string {
  const index = order[turn++ % order.length] ?? 0;
  const n = sent[index] ?? 0;
  sent[index] = n + 1;
  return toRequest(shapes[index] as Shape, n);
}

/** The n-th request of a shape. */
function toRequest(shape: Shape, n: number): string {
  const { method = 'GET', paths, tokens, bodies, people = tokens?.length ?? 1, headers = {} } = shape;
  const path = paths[Math.floor(n / people) % paths.length]?.replace('{n}', String((n % people) + 1));
  const body = bodies?.[n % bodies.length];
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  if (tokens) head += `authorization: Bearer ${tokens[n % tokens.length]}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const times: number[] = [];
let failed = 0;
let bytes = 0;
let isOver = false;

interface Connection {
  sentAt: number;
  /** What has arrived of the head; null while a body is on its way. */
  head: Buffer | null;
  /** Bytes of the body that are missing. */
  missing: number;
  /** The last bytes of a body in chunks, of which nobody knows how long it is; null for another. */
  tail: string | null;
  isDone: boolean;
}

await new Promise<void>((finish) => {
  let open = 0;
  let endsAt = 0;
  const end = () => {
    isOver = true;
    finish();
  };
  for (let n = 0; n < connections; n++) {
    void Bun.connect<Connection>({
      hostname,
      port: Number(port),
      data: { sentAt: 0, head: null, missing: 0, tail: null, isDone: false },
      socket: {
        open(socket) {
          open++;
          if (endsAt === 0) {
            endsAt = performance.now() + seconds * 1000;
            setTimeout(end, seconds * 1000 + GIVE_UP_MS);
          }
          ask(socket);
        },
        data(socket, chunk) {
          if (!isOver && isReplyComplete(socket.data, chunk)) {
            times.push(performance.now() - socket.data.sentAt);
            if (performance.now() < endsAt) ask(socket);
            else close(socket);
          }
        },
        close(socket) {
          if (!socket.data.isDone) failed++;
          if (--open === 0) end();
        },
        error() {
          failed++;
        },
      },
    });
  }
});

function ask(socket: Bun.Socket<Connection>): void {
  socket.data.head = null;
  socket.data.missing = 0;
  socket.data.sentAt = performance.now();
  socket.write(nextRequest());
}

function close(socket: Bun.Socket<Connection>): void {
  socket.data.isDone = true;
  socket.end();
}

/** Takes in what arrived; true when the reply is whole. */
function isReplyComplete(connection: Connection, chunk: Buffer): boolean {
  bytes += chunk.length;
  if (connection.tail !== null) return isLastChunk(connection, chunk);
  if (connection.missing > 0) {
    connection.missing -= chunk.length;
    return connection.missing <= 0;
  }
  const data = connection.head ? Buffer.concat([connection.head, chunk]) : chunk;
  const headEnd = data.indexOf(HEAD_END);
  if (headEnd < 0) {
    connection.head = Buffer.from(data);
    return false;
  }
  const head = data.toString('latin1', 0, headEnd);
  if (head.charCodeAt(9) !== 50) failed++;
  connection.head = null;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    connection.tail = '';
    return isLastChunk(connection, data.subarray(headEnd + HEAD_END.length));
  }
  const length = /\r\ncontent-length: (\d+)/i.exec(head);
  if (!length) throw new Error(`A reply without a length:\n${head}`);
  connection.missing = headEnd + HEAD_END.length + Number(length[1]) - data.length;
  return connection.missing <= 0;
}

/** True when a body in chunks is whole. No body here holds the line of an empty chunk itself: they are JSON or gzip of it. */
function isLastChunk(connection: Connection, chunk: Buffer): boolean {
  const end = chunk.toString('latin1', Math.max(0, chunk.length - LAST_CHUNK.length));
  connection.tail = `${connection.tail}${end}`.slice(-LAST_CHUNK.length);
  if (connection.tail !== LAST_CHUNK) return false;
  connection.tail = null;
  return true;
}

times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
const load: Load = {
  requestsPerSecond: times.length / seconds,
  requests: times.length,
  p50: at(0.5),
  p99: at(0.99),
  failed,
  bytesPerReply: bytes / times.length,
  sent,
};
console.log(JSON.stringify(load));
process.exit(0);
