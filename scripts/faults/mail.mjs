import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../run/postgres.mjs';
import { ask, pause, send } from './load.mjs';
import { startProduct } from './product.mjs';

const PEOPLE = 8;
// A claim outlives its process by a minute; codes are retried within two.
const DELIVERED_MS_MAX = 300_000;
const CALL_MS_MAX = 1000;

/** F14 of docs/security.md: the mail server is down while the product is killed. */
export async function runMail(check, cluster, settings) {
  const port = await freePort();
  const own = { ...settings, SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'debug' };
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  await sql`delete from outbox_messages`;
  let product = await startProduct(own);
  const replies = [];
  for (let number = 0; number < PEOPLE; number++) {
    const email = `mail-${randomUUID()}@example.test`;
    const person = { name: 'Asha Verma', email, password: 'Kestrel-river-42!' };
    await ask(product.port, 'POST', '/auth/signup', { body: person });
    replies.push(await send(product.port, 'POST', '/api/auth/password-reset/send-otp', { body: { email } }));
  }
  await pause(2000);
  let log = product.output();
  await product.kill();

  const received = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, _session, done) {
      let source = '';
      stream.on('data', (chunk) => {
        source += chunk;
      });
      stream.on('end', () => {
        const id = /^message-id:\s*(\S+)/im.exec(source)?.[1] ?? '';
        received.push({ id, code: /\b(\d{6}) is your/.exec(source)?.[1] ?? '' });
        done();
      });
    },
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  product = await startProduct(own);
  const from = performance.now();
  const readOutbox = async () =>
    (
      await sql`select count(*)::int as all, count(sent_at)::int as sent, count(failed_at)::int as failed
        from outbox_messages`
    )[0];
  let rows = await readOutbox();
  while (rows.sent + rows.failed < rows.all && performance.now() - from < DELIVERED_MS_MAX) {
    await pause(500);
    rows = await readOutbox();
  }
  const deliveredMs = Math.round(performance.now() - from);
  await product.stop();
  await new Promise((resolve) => server.close(resolve));
  await sql.end();
  log += product.output();

  const slowestMs = Math.round(Math.max(...replies.map(({ ms }) => ms)));
  check(
    `calls that mail are answered within ${CALL_MS_MAX} ms`,
    `slowest ${slowestMs} ms`,
    replies.every(({ status }) => status === 200) && slowestMs <= CALL_MS_MAX,
  );
  check(
    'every message arrives after a kill and a restart',
    `${rows.sent} of ${rows.all} within ${deliveredMs} ms`,
    rows.sent === rows.all && rows.all >= PEOPLE,
  );
  const ids = new Set(received.map(({ id }) => id));
  check(
    'none arrives twice',
    `${received.length} messages, ${ids.size} of them different`,
    ids.size === received.length && received.length === rows.all,
  );
  const codes = received.map(({ code }) => code).filter(Boolean);
  const logged = codes.filter((code) => new RegExp(`\\b${code}\\b`).test(log));
  check(
    'no code is in the log',
    `${logged.length} of ${codes.length} codes`,
    logged.length === 0 && codes.length >= PEOPLE,
  );
}
