import { afterEach, expect, test } from 'bun:test';
import { connect, createServer } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { startMailServer } from '../../test/mail-server.ts';
import { openDatabase } from '../db/open.ts';
import { createDelivery } from '../mail/delivery.ts';
import { decideDatabaseEncryption, decideMailEncryption, findUncheckedCertificates } from './encryption.ts';
import { parseEnv } from './env.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

test('P50 a weaker mode than the default is named, one that stays on this machine is not', () => {
  const host = 'postgres://u:p@db.example.org/league';
  const find = (DATABASE_URL: string, UNENCRYPTED_HOSTS: string[] = []) =>
    findUncheckedCertificates({ DATABASE_URL, UNENCRYPTED_HOSTS });
  expect(find(`${host}?sslmode=require`)).toEqual([
    expect.stringContaining('DATABASE_URL asks for sslmode=require'),
  ]);
  for (const url of [host, `${host}?sslmode=disable`]) {
    expect(find(url, ['db.example.org'])).toEqual([
      'DATABASE_URL is not encrypted, because UNENCRYPTED_HOSTS names its host: others may read it.',
    ]);
  }
  for (const url of [host, `${host}?sslmode=verify-full`, 'postgres://localhost/league?sslmode=require'])
    expect([url, find(url)]).toEqual([url, []]);
});

test('P50 PostgreSQL elsewhere is reached by TLS alone, or its host is named; on this machine as the address says', () => {
  const decide = (url: string, hosts: string[] = []) => {
    const { protection, ssl } = decideDatabaseEncryption(url, hosts);
    return [protection, ssl];
  };
  for (const host of ['localhost', '127.0.0.1', '127.0.0.2:5433', 'LOCALHOST']) {
    expect([host, decide(`postgres://u:p@${host}/league`)]).toEqual([host, ['loopback', false]]);
  }
  expect(decide('postgres://localhost/league?sslmode=require')).toEqual(['loopback', 'require']);
  const elsewhere = [
    'db.example.org',
    '10.0.0.5',
    '0.0.0.0',
    'localhost.example.org',
    '127.0.0.1.example.org',
    'db',
    'localhost,db.example.org',
    'db.example.org:5432,localhost:5433',
  ];
  for (const host of elsewhere) {
    const url = `postgres://u:p@${host}/league`;
    expect([host, decide(url)]).toEqual([host, ['encrypted', 'verify-full']]);
    expect(decide(`${url}?sslmode=require`)).toEqual(['encrypted', 'require']);
    for (const mode of ['verify-full', 'verify-ca'])
      expect(decide(`${url}?sslmode=${mode}`)).toEqual(['encrypted', 'verify-full']);
    expect(() => decide(`${url}?sslmode=verify`)).toThrow(/asks for sslmode=verify, which is unknown/);
    for (const mode of ['disable', 'allow', 'prefer', 'false']) {
      expect([mode, decide(`${url}?sslmode=${mode}`)[0]]).toEqual([mode, 'plain']);
      expect([mode, decide(`${url}?ssl=${mode}`)[0]]).toEqual([mode, 'plain']);
    }
  }
  expect(decide('postgres://u:p@db/league', ['db'])).toEqual(['allowed', false]);
  expect(decide('postgres://u:p@DB/league?sslmode=prefer', ['db'])).toEqual(['allowed', 'prefer']);
  expect(decide('postgres://u:p@db/league?sslmode=require', ['db'])).toEqual(['encrypted', 'require']);
  expect(decide('postgres://u:p@db,other/league', ['db'])).toEqual(['encrypted', 'verify-full']);
  // What the driver takes for a host, not what looks like one.
  expect(decide('postgres://localhost@db.example.org/league?sslmode=disable')[0]).toBe('plain');
  expect(decide('postgres://u:p@localhost@db.example.org/league?sslmode=disable')[0]).toBe('plain');
  expect(decide('postgres://u:localhost@db.example.org/league?host=localhost&sslmode=disable')[0]).toBe(
    'plain',
  );
  expect(() => parseEnv({ DATABASE_URL: 'postgres://db.example.org/league?sslmode=disable' })).toThrow(
    /DATABASE_URL: the connection leaves this machine and would not be encrypted.*UNENCRYPTED_HOSTS/,
  );
  expect(
    parseEnv({
      DATABASE_URL: 'postgres://db/league?sslmode=disable',
      UNENCRYPTED_HOSTS: 'mail, DB',
    }).UNENCRYPTED_HOSTS,
  ).toEqual(['mail', 'db']);
});

test('P50 mail elsewhere is handed over by TLS alone, or its host is named', () => {
  const decide = (url: string, hosts: string[] = []) => {
    const { protection, requireTls } = decideMailEncryption(url, hosts);
    return [protection, requireTls];
  };
  for (const host of ['localhost', '127.0.0.1:1025', '127.0.0.2', '[::1]:1025']) {
    expect([host, decide(`smtp://${host}`)]).toEqual([host, ['loopback', false]]);
  }
  for (const host of [
    'mail.example.org',
    'u:p@mail.example.org:587',
    '0.0.0.0',
    'localhost@mail.example.org',
  ]) {
    expect([host, decide(`smtp://${host}`)]).toEqual([host, ['encrypted', true]]);
    expect([host, decide(`smtps://${host}`)]).toEqual([host, ['encrypted', false]]);
    for (const way of ['ignoreTLS=true', 'requireTLS=false', 'opportunisticTLS=true']) {
      expect([way, decide(`smtp://${host}?${way}`)[0]]).toEqual([way, 'plain']);
    }
  }
  expect(decide('smtp://Mail?ignoreTLS=true', ['mail'])).toEqual(['allowed', false]);
});

const MESSAGE = { subject: 'Your code', text: '042137', html: '<p>042137</p>' };
const FROM = 'Post <post@league.test>';

/** One message to the mail server at a host that leads here: 0.0.0.0 is not loopback, and is reached all the same. */
async function deliver(url: string, hosts: string[] = []) {
  const delivery = createDelivery(
    url,
    FROM,
    { connectMs: 2000, answerMs: 2000 },
    decideMailEncryption(url, hosts),
  );
  stops.push(delivery.close);
  return delivery.deliver({
    id: 'm1',
    to: 'asha@example.test',
    message: MESSAGE,
    confirmSend: async () => true,
  });
}

test('P50 a mail server without STARTTLS is told nothing, unless it is on this machine or named', async () => {
  const plain = await startMailServer();
  stops.push(plain.stop);
  const refused = await deliver(`smtp://user:secret@0.0.0.0:${plain.port}`);
  expect(refused).toMatchObject({ kind: 'deferred', error: 'no answer (no TLS)' });
  expect('advice' in refused && refused.advice).toMatch(/offers no TLS .*UNENCRYPTED_HOSTS/);
  expect([plain.saidInPlain, plain.received]).toEqual([[], []]);
  expect(await deliver(`smtp://0.0.0.0:${plain.port}`, ['0.0.0.0'])).toEqual({ kind: 'accepted' });
  expect(await deliver(`smtp://127.0.0.1:${plain.port}`)).toEqual({ kind: 'accepted' });
  expect(plain.received).toHaveLength(2);
});

test('P50 with STARTTLS the certificate has to be true elsewhere; here it is not looked at', async () => {
  const server = await startMailServer({ hasTls: true });
  stops.push(server.stop);
  expect(await deliver(`smtp://0.0.0.0:${server.port}`)).toMatchObject({
    kind: 'deferred',
    error: 'no answer (no TLS)',
    advice: expect.stringMatching(/certificate/),
  });
  expect(server.received).toEqual([]);
  const trusting = `smtp://0.0.0.0:${server.port}?tls.rejectUnauthorized=false`;
  expect(await deliver(trusting)).toEqual({ kind: 'accepted' });
  expect(await deliver(`smtp://127.0.0.1:${server.port}`)).toEqual({ kind: 'accepted' });
  expect(server.received).toHaveLength(2);
  expect(server.saidInPlain).toEqual([]);
});

/** What comes of opening a database that cannot be opened. */
async function openingError(server: string, asked = '', UNENCRYPTED_HOSTS = ''): Promise<string> {
  const DATABASE_URL = `postgres://user:secret@${server}/league${asked}`;
  const opening = openDatabase(parseEnv({ DATABASE_URL, UNENCRYPTED_HOSTS }));
  const { message } = await opening.then(
    () => new Error('it was opened'),
    (error) => error as Error,
  );
  return message;
}

test('P50 a PostgreSQL without TLS is told nothing and named in one sentence', async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes);
      socket.write('N');
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const { port } = server.address() as { port: number };
  const refusal = (host: string, ...settings: [asked?: string, allowed?: string]) =>
    openingError(`${host}:${port}`, ...settings);
  const begin = (host: string) =>
    `PostgreSQL at ${host}:${port} does not offer TLS, which the connection asks for. Set ssl = on there, or `;
  expect(await refusal('0.0.0.0')).toBe(
    `${begin('0.0.0.0')}on a private network name the host in UNENCRYPTED_HOSTS.`,
  );
  expect(await refusal('0.0.0.0', '?sslmode=require')).toBe(
    `${begin('0.0.0.0')}on a private network name the host in UNENCRYPTED_HOSTS and take sslmode out of DATABASE_URL.`,
  );
  // Naming a host only leaves open what its address does not ask for.
  expect(await refusal('0.0.0.0', '?ssl=verify-full', '0.0.0.0')).toBe(
    `${begin('0.0.0.0')}take ssl out of DATABASE_URL: its host is named in UNENCRYPTED_HOSTS.`,
  );
  for (const host of ['localhost', '127.0.0.1']) {
    expect(await refusal(host, '?sslmode=require')).toBe(
      `${begin(host)}take sslmode out of DATABASE_URL: the connection does not leave this machine.`,
    );
  }
  const said = Buffer.concat(heard).toString('latin1');
  expect(said).not.toContain('secret');
  expect(said).not.toContain('league');
});

test('P50 a PostgreSQL whose certificate nobody vouches for is told nothing, unless its address asks for less', async () => {
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=0.0.0.0';
  const { stdout } = Bun.spawnSync(['openssl', 'req', ...options.split(' '), '-keyout', '-']);
  // An error of PostgreSQL, so that nobody tries again.
  const denial = 'E\0\0\0\x1bSFATAL\0C28P01\0Mnobody\0\0';
  const heard: Buffer[] = [];
  const secure = createSecureServer({ key: stdout, cert: stdout }, (socket) => {
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes);
      socket.end(denial, 'latin1');
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  // Agrees to TLS as PostgreSQL does, then leaves the talking to the server above.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const { port } = secure.address() as { port: number };
      const behind = connect(port, '127.0.0.1', () => {
        socket.write('S');
        socket.pipe(behind).pipe(socket);
      });
      behind.on('error', () => {});
    });
  }).listen(0, '127.0.0.1');
  for (const one of [secure, server]) stops.push(() => one.close());
  const { port } = server.address() as { port: number };
  expect(await openingError(`0.0.0.0:${port}`)).toMatch(/cannot be opened \(.*self.signed certificate/);
  expect(heard).toEqual([]);
  expect(await openingError(`0.0.0.0:${port}`, '?sslmode=require')).toContain('nobody');
  expect(Buffer.concat(heard).toString('latin1')).toContain('league');
});
