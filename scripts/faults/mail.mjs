import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../run/postgres.mjs';
import { ask, pause, send } from './load.mjs';
import { startProduct } from './product.mjs';

const PEOPLE = 8;
/** A claim outlives its process by a minute; then a code is tried again within two. */
const DELIVERED_MS_MAX = 300_000;
const CALL_MS = 1000;

/**
 * A mail server that takes messages, says 'later' to each recipient (451), or opens connections and says nothing.
 * @typedef {'takes' | 'later' | 'silent'} Manner
 */
async function openMailServer(port) {
  /** @type {{ manner: Manner, received: { id: string, code: string }[], opened: number }} */
  const state = { manner: 'takes', received: [], opened: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      state.opened += 1;
      if (state.manner !== 'silent') done();
    },
    onRcptTo(_address, _session, done) {
      done(
        state.manner === 'later' ? Object.assign(new Error('come back later'), { responseCode: 451 }) : null,
      );
    },
    onData(stream, _session, done) {
      let source = '';
      stream.on('data', (chunk) => {
        source += chunk;
      });
      stream.on('end', () => {
        const id = /^message-id:\s*(\S+)/im.exec(source)?.[1] ?? '';
        state.received.push({ id, code: /\b(\d{6}) is your/.exec(source)?.[1] ?? '' });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { state, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/**
 * The mail server is away, says 'later' or nothing at all, and the product is killed in the middle of it: F14 of
 * docs/security.md.
 */
export async function runMail({ report, cluster, settings }, isAsked) {
  const name = 'F14 mail server away, late or silent';
  if (!isAsked(name)) return;
  const port = await freePort();
  const own = { ...settings, SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'debug' };
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  await sql`delete from outbox_messages`;
  let product = await startProduct(own);
  const statuses = [];
  /** People ask for a code; answers the milliseconds in which they were told that it is on its way. */
  const askForCodes = async () => {
    const times = [];
    for (let number = 0; number < PEOPLE; number++) {
      const email = `mail-${randomUUID()}@example.test`;
      const body = { name: 'Asha Verma', email, password: 'Kestrel-river-42!' };
      await ask(product.port, 'POST', '/auth/signup', { body });
      const reply = await send(product.port, 'POST', '/api/auth/password-reset/send-otp', {
        body: { email },
      });
      statuses.push(reply.status);
      times.push(reply.ms);
    }
    return Math.round(times.toSorted((a, b) => a - b)[PEOPLE >> 1] ?? 0);
  };

  let server = await openMailServer(port);
  const { received } = server.state;
  await askForCodes();
  const calmMs = await askForCodes();
  server.state.manner = 'later';
  const lateMs = await askForCodes();
  await server.stop();
  const awayMs = await askForCodes();
  server = await openMailServer(port);
  server.state.manner = 'silent';
  const silentMs = await askForCodes();
  await pause(2000);
  const logs = [product.output()];
  await product.kill();
  await server.stop();

  server = await openMailServer(port);
  product = await startProduct(own);
  const from = performance.now();
  const look = async () =>
    (
      await sql`select count(*)::int as all, count(sent_at)::int as sent, count(failed_at)::int as failed,
        max(attempts)::int as tries from outbox_messages`
    )[0];
  let rows = await look();
  while (rows.sent + rows.failed < rows.all && performance.now() - from < DELIVERED_MS_MAX) {
    await pause(500);
    rows = await look();
  }
  const deliveredMs = Math.round(performance.now() - from);
  await product.stop();
  await server.stop();
  await sql.end();
  logs.push(product.output());
  const all = [...received, ...server.state.received];

  const limitMs = Math.max(CALL_MS, 10 * calmMs);
  report.add(
    name,
    `calls that mail are answered as ever, half of them within ${limitMs} ms`,
    `${calmMs} ms, then ${lateMs}, ${awayMs}, ${silentMs} ms; ${statuses.filter((status) => status !== 200).length} refused`,
    statuses.every((status) => status === 200) && Math.max(lateMs, awayMs, silentMs) <= limitMs,
  );
  report.add(
    name,
    'every message arrives after a kill and a restart',
    `${rows.sent} of ${rows.all} within ${deliveredMs} ms, ${rows.tries} tries at most`,
    rows.sent === rows.all && rows.all >= 5 * PEOPLE,
  );
  const ids = new Set(all.map(({ id }) => id));
  report.add(
    name,
    'none arrives twice',
    `${all.length} messages, ${ids.size} of them different`,
    ids.size === all.length && all.length === rows.all,
  );
  const codes = all.map(({ code }) => code).filter(Boolean);
  const told = codes.filter((code) => logs.some((log) => new RegExp(`\\b${code}\\b`).test(log)));
  report.add(
    name,
    'no code stands in the log',
    `${told.length} of ${codes.length} codes in ${logs.join('').split('\n').length} lines`,
    told.length === 0 && codes.length >= 5 * PEOPLE,
  );
}
