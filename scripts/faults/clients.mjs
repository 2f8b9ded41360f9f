import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import postgres from 'postgres';
import { watchLife } from './life.mjs';
import { pause, startLoad } from './load.mjs';
import { startProduct } from './product.mjs';

const SLOW_SOCKETS = 900;
/** Bun looks after idle connections every four seconds. */
const CUT_MS_MAX = 15_000;
const MEMORY_MB_MAX = 512;
const LOGINS = 300;
/**
 * What is asked of /livez in a flood whose sender shares the processor with it; where others keep the machine busy, ten
 * times its slowest answer of a calm moment.
 */
const LIVE_MS = 100;
/** Whatever else the machine does, that much of ours may come before an answer. */
const WORK_MS = 25;

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const openFiles = (pid) => readdirSync(`/proc/${pid}/fd`).length;
const peakMemoryMb = (pid) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** What many clients, or bad ones, can do to one process: F10 to F12 of docs/security.md. */
export async function runClients({ report, cluster, settings, openCommunity }, isAsked) {
  await runSlowSockets({ report, settings, openCommunity }, isAsked);
  await runLogins({ report, settings }, isAsked);
  await runSecondSignal({ report, cluster, settings, openCommunity }, isAsked);
}

/** A third sends its headers byte by byte, a third its body, and a third never reads what it asked for. */
function openSlowSocket(port, index) {
  const socket = connect({ host: '127.0.0.1', port });
  const text = [
    `GET /api/leagues HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${'x'.repeat(500)}`,
    `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4),
  ][index % 3];
  const state = { closedAt: 0 };
  let sent = index % 3 === 0 ? 0 : text.length;
  socket.on('connect', () => {
    if (sent > 0) socket.write(text);
  });
  if (index % 3 === 2) socket.pause();
  const timer = setInterval(() => {
    if (index % 3 === 0 && sent < text.length) socket.write(text[sent++]);
    if (index % 3 === 1) socket.write(' ');
  }, 1000);
  const end = () => {
    clearInterval(timer);
    state.closedAt ||= performance.now();
  };
  socket.on('error', end);
  socket.on('close', end);
  return { state, destroy: () => socket.destroy() };
}

async function runSlowSockets({ report, settings, openCommunity }, isAsked) {
  const name = `F11 ${SLOW_SOCKETS} slow clients`;
  if (!isAsked(name)) return;
  const product = await startProduct(settings);
  const community = await openCommunity(product.port);
  const measure = async (ms) => {
    const load = startLoad(() => product.port, community, { pauseMs: 20 });
    await pause(ms);
    const replies = await load.stop();
    return {
      replies,
      p99: Math.round(
        percentile(
          replies.map(({ ms: took }) => took),
          0.99,
        ),
      ),
    };
  };
  await measure(2000);
  const before = await measure(5000);
  const filesBefore = openFiles(product.pid);
  const sockets = Array.from({ length: SLOW_SOCKETS }, (_, index) => openSlowSocket(product.port, index));
  await pause(1000);
  const filesDuring = openFiles(product.pid);
  const during = await measure(5000);
  const failed = during.replies.filter(({ status }) => status !== 200).length;
  report.add(
    name,
    'everybody else is answered',
    `${during.replies.length - failed} of ${during.replies.length}, p99 ${before.p99} then ${during.p99} ms, ${filesDuring} files open`,
    failed === 0 && filesDuring > filesBefore + SLOW_SOCKETS / 2,
  );
  for (const socket of sockets) socket.destroy();
  await pause(2000);
  const filesAfter = openFiles(product.pid);
  report.add(
    name,
    'what they held is given back',
    `${filesBefore} files, then ${filesAfter}`,
    filesAfter <= filesBefore + 20,
  );

  const silent = Array.from({ length: 20 }, () => connect({ host: '127.0.0.1', port: product.port }));
  const closed = await Promise.all(
    silent.map((socket) => {
      socket.on('error', () => {});
      socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{');
      socket.resume();
      const from = performance.now();
      return Promise.race([
        new Promise((resolve) => socket.on('close', () => resolve(Math.round(performance.now() - from)))),
        pause(CUT_MS_MAX + 5000).then(() => Number.POSITIVE_INFINITY),
      ]);
    }),
  );
  for (const socket of silent) socket.destroy();
  report.add(
    name,
    `who falls silent is cut off within ${CUT_MS_MAX} ms`,
    `${Math.max(...closed)} ms`,
    closed.every((ms) => ms <= CUT_MS_MAX),
  );
  await product.stop();
}

async function runLogins({ report, settings }, isAsked) {
  const name = `F12 ${LOGINS} sign-ins at once`;
  if (!isAsked(name)) return;
  const product = await startProduct(settings);
  const agent = new Agent({ maxSockets: LOGINS });
  const body = JSON.stringify({ email: 'pioneer@demo.openleague.test', password: 'OpenLeague-demo-1!' });
  const signIn = () =>
    new Promise((resolve) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request(
        { host: '127.0.0.1', port: product.port, method: 'POST', path: '/api/auth/login', headers, agent },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode));
        },
      );
      sent.on('error', () => resolve(0));
      sent.end(body);
    });
  // A process that has just started compiles what it runs; that is not what is measured.
  for (let number = 0; number < 20; number++) await signIn();
  const calm = watchLife(product.port, product.pid);
  await pause(1500);
  const limitMs = Math.max(LIVE_MS, 10 * (await calm.stop()).slowestMs);
  const life = watchLife(product.port, product.pid);
  const statuses = await Promise.all(Array.from({ length: LOGINS }, signIn));
  const { slowestMs, workMs } = await life.stop();
  const count = (status) => statuses.filter((one) => one === status).length;
  const others = LOGINS - count(200) - count(429) - count(503);
  report.add(
    name,
    'each is let in or asked to come back',
    `${count(200)} in, ${count(429) + count(503)} later, others ${others}`,
    others === 0 && count(200) > 0,
  );
  report.add(name, `/livez within ${limitMs} ms meanwhile`, `slowest ${slowestMs} ms`, slowestMs <= limitMs);
  if (workMs !== null) {
    report.add(
      name,
      `/livez waits for at most ${WORK_MS} ms of work of the main thread`,
      `${workMs} ms`,
      workMs <= WORK_MS,
    );
  }
  const peak = peakMemoryMb(product.pid);
  report.add(name, `memory under ${MEMORY_MB_MAX} MB`, `${peak} MB at most`, peak < MEMORY_MB_MAX);
  await product.stop();
}

async function runSecondSignal({ report, cluster, settings, openCommunity }, isAsked) {
  const name = 'F10 two signals while requests hang';
  if (!isAsked(name)) return;
  const product = await startProduct(settings);
  const community = await openCommunity(product.port);
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  const locked = sql.begin(async (tx) => {
    await tx`lock table progress_events in access exclusive mode`;
    await pause(2500);
  });
  await pause(300);
  const load = startLoad(() => product.port, community);
  await pause(500);
  const from = performance.now();
  product.signal('SIGTERM');
  await pause(700);
  const isWaiting = product.isAlive();
  product.signal('SIGTERM');
  const { code } = await product.ended;
  const ms = Math.round(performance.now() - from);
  await load.stop();
  await locked;
  await sql.end();
  report.add(
    name,
    'the first waits for what hangs, the second ends at once with 130',
    `${isWaiting ? 'waited' : 'did not wait'}, ended with ${code} after ${ms} ms`,
    isWaiting && code === 130 && ms < 1500,
  );
}
