import { createServer, request } from 'node:http';
import { pause, startLoad } from './load.mjs';
import { inspect, startProduct } from './product.mjs';
import { judgeRows } from './report.mjs';

/**
 * Stands before the product as a proxy does: it passes each request on to one of its processes, over a connection of its
 * own, and tries none a second time.
 */
async function openHttpProxy() {
  let ports = [];
  let turn = 0;
  const server = createServer((asked, answer) => {
    turn += 1;
    const passed = request(
      {
        host: '127.0.0.1',
        port: ports[turn % ports.length],
        method: asked.method,
        path: asked.url,
        headers: asked.headers,
        agent: false,
      },
      (response) => {
        answer.writeHead(response.statusCode, response.headers);
        response.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  // Its own clients keep their connections: one that rested is not closed as it is used again.
  server.keepAliveTimeout = 600_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    leadTo: (...to) => {
      ports = to;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ENDS_MS_MAX = 10_000;

/**
 * Two processes on one database, and every process replaced by a new one while people work: F8 and F10 of
 * docs/security.md.
 */
export async function runRestarts({ report, settings, community, rounds }, isAsked) {
  const proxy = await openHttpProxy();
  const two = 'F8 two processes on one PostgreSQL';
  const rolling = 'F10 rolling restart under load';
  if (!isAsked(two) && !isAsked(rolling)) return;
  let serving = [await startProduct(settings), await startProduct(settings)];
  const lead = () => proxy.leadTo(...serving.map(({ port }) => port));
  lead();
  const load = startLoad(() => proxy.port, community);
  await pause(4000);
  const before = load.replies.length;
  const faults = load.replies.filter(({ status }) => status !== 200).length;
  report.add(
    two,
    'every request is answered with 200',
    `${before - faults} of ${before}`,
    faults === 0 && before > 0,
  );
  const ends = [];
  for (let round = 0; round < rounds; round++) {
    // The new one is ready before the old one hears that it may go, as a deployment does it.
    const next = await startProduct(settings);
    const [old, ...others] = serving;
    serving = [...others, next];
    lead();
    const from = performance.now();
    const { code } = await old.stop();
    ends.push({ code, ms: Math.round(performance.now() - from) });
    await pause(1000);
  }
  const replies = await load.stop();
  const failed = replies.slice(before).filter(({ status }) => status !== 200);
  report.add(
    rolling,
    'no request fails behind a proxy that tries nothing twice',
    `${rounds} processes replaced, ${failed.length} of ${replies.length - before} failed`,
    failed.length === 0,
  );
  report.add(
    rolling,
    `TERM ends a process with 0 within ${ENDS_MS_MAX} ms`,
    `slowest ${Math.max(...ends.map(({ ms }) => ms))} ms`,
    ends.every(({ code, ms }) => code === 0 && ms <= ENDS_MS_MAX),
  );
  for (const product of serving) await product.stop();
  proxy.close();
  judgeRows(report, rolling, load.replies, await inspect(settings));
}
