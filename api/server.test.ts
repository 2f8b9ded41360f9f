import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from './platform/db/open.ts';
import { parseEnv } from './platform/process/env.ts';
import { fillDataFolder } from './test/data-folder.ts';
import { makeServerFolder, type RunningServer, type ServerFolder } from './test/server-process.ts';

// The real process, started and stopped as the product is: what cannot be seen through app.fetch.

let servers: ServerFolder;
let folder: string;
beforeAll(async () => {
  servers = await makeServerFolder();
  folder = servers.folder;
  // A first start keeps a core busy for five seconds; the one of `npm start` is in scripts/run.test.ts.
  await fillDataFolder({ DATA_DIR: join(folder, 'data') });
});
afterAll(() => servers.remove());

const startServer = (settings?: Record<string, string>) => servers.start(settings);
const refusal = (settings: Record<string, string>) => servers.refuse(settings);

describe('starting', () => {
  test('a taken port is refused before the data folder is made', async () => {
    const occupant = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    const { code, said } = await refusal({
      PORT: String(occupant.port),
      DATA_DIR: join(folder, 'untouched'),
    });
    occupant.stop(true);
    expect(code).toBe(1);
    expect(said).toBe(`✖ Port ${occupant.port} on 127.0.0.1 is taken. Stop the other program, or set PORT.`);
    expect(await readdir(folder)).not.toContain('untouched');
  });

  test('a content folder that cannot be used is refused in one line, before the data folder is made', async () => {
    const content = join(folder, 'content');
    const refused = async (CONTENT_DIR: string) => {
      const { code, said } = await refusal({ CONTENT_DIR, DATA_DIR: join(folder, 'untouched') });
      expect(code).toBe(1);
      return said;
    };
    // The other faults of a folder are in scripts/run.test.ts.
    expect(await refused('/nowhere')).toBe(
      '✖ There is no content folder /nowhere. Set CONTENT_DIR, or leave it out.',
    );
    await mkdir(content);
    await writeFile(join(content, 'site.json'), '{"name":""}');
    expect(await refused(content)).toMatch(
      /^✖ .*content\/site\.json cannot be used \(name: .*\)\. `npm run content:check` says more/,
    );
    expect(await readdir(folder)).not.toContain('untouched');
  }, 300_000);

  test('a host that is none, and a site that is not there or cannot be read, are refused in one line', async () => {
    for (const [settings, line] of [
      [{ HOST: 'host.invalid' }, /^✖ Cannot listen on host\.invalid:0 \(.*\)\. Check HOST and PORT\.$/],
      [
        { DIST_DIR: '/nowhere' },
        /^✖ The site is not built: \/nowhere\/\.serving\.json is missing\. Run: npm/,
      ],
      [
        { DIST_DIR: '/dev/null' },
        /^✖ The built site cannot be read: \/dev\/null\/\.serving\.json \(ENOTDIR\)\./,
      ],
    ] as const) {
      const { code, said } = await refusal({ ...settings, DATA_DIR: join(folder, 'untouched') });
      expect(code).toBe(1);
      expect(said).toMatch(line);
      expect(said.split('\n')).toHaveLength(1);
    }
  }, 300_000);

  test('a setting with a slip in its name is told with a setting that is wrong', async () => {
    expect(await refusal({ PORT: 'many', PROT: '3000' })).toEqual({
      code: 1,
      said: '✖ Wrong setting. PORT: expected a port from 0 to 65535; PROT is no setting; did you mean PORT?',
    });
  }, 300_000);

  test('a database that holds nobody gets the demo, or the start says why not', async () => {
    const DATA_DIR = join(folder, 'demo');
    await fillDataFolder({ DATA_DIR });
    const database = await openDatabase(parseEnv({ DATA_DIR }));
    await database.runScript('alter table cohorts add constraint none check (false)');
    await database.close();
    const { code, said } = await refusal({ DATA_DIR, DEMO_DATA: '' });
    expect(code).toBe(1);
    expect(said).toMatch(/^✖ The demo data was not loaded \(.*none/);
  }, 300_000);

  test('an unusable folder is one line', async () => {
    await writeFile(join(folder, 'file'), '');
    const unusable = await refusal({ DATA_DIR: join(folder, 'file') });
    expect(unusable.code).toBe(1);
    expect(unusable.said).toMatch(/^✖ The data folder .* cannot be written \(\w+\)\. Set DATA_DIR\.$/);
  });
});

describe('running', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'info',
      SMPT_URL: 'smtp://localhost',
    });
  });
  afterAll(() => server.signal('SIGKILL'));

  test('site and API answer on one origin, the embedded database is named for what it is, and a slip in a setting is told', async () => {
    expect(await (await fetch(server.origin)).text()).toContain('Home');
    expect((await fetch(`${server.origin}/api/nowhere`)).status).toBe(404);
    const home = await fetch(`${server.origin}/nowhere`, { redirect: 'manual' });
    expect([home.status, home.headers.get('location')]).toEqual([302, '/']);
    expect(server.output()).toContain('For production set DATABASE_URL');
    expect(server.output()).toContain('"advice":"SMPT_URL is no setting; did you mean SMTP_URL?"');
  });

  test('P33 a Host header that is no host name is refused for the site and the API', async () => {
    const { hostname, port } = new URL(server.origin);
    const ask = (path: string, host: string) =>
      new Promise<number>((resolve, reject) => {
        let reply = '';
        const socket = connect(Number(port), hostname);
        socket.on('data', (chunk) => {
          reply += chunk;
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(Number(reply.split(' ')[1])));
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      });
    for (const path of ['/', '/api/nowhere', '/livez']) {
      const known = path === '/api/nowhere' ? 404 : 200;
      for (const host of [
        'example.org',
        'my_host:4000',
        'a.example.',
        '127.0.0.1',
        '127.0.0.1:80',
        '[::1]',
        '[::1]:80',
      ]) {
        expect(await ask(path, host), `${host} ${path}`).toBe(known);
      }
      for (const host of [
        'a@b',
        'a/x?',
        'a?x',
        'a#x',
        'a b',
        'a,b',
        '',
        ':80',
        'a:b',
        'a:99999',
        '.',
        'a..b',
        '::1',
        '[::1',
        '[g::1]',
        '999.1.1.1',
      ]) {
        expect(await ask(path, host), `${host} ${path}`).toBe(400);
      }
    }
  });

  test('a body over the limit is refused in the envelope, declared or not', async () => {
    const url = `${server.origin}/api/auth/login`;
    const headers = { 'content-type': 'application/json' };
    const declared = await fetch(url, { method: 'POST', headers, body: ' '.repeat(2_000_000) });
    expect(declared.status).toBe(413);
    expect(await declared.json()).toMatchObject({ success: false });
    const body = new ReadableStream({
      start(stream) {
        for (let n = 0; n < 20; n++) stream.enqueue(new Uint8Array(10_000).fill(32));
        stream.close();
      },
    });
    const streamed = await fetch(url, { method: 'POST', headers, body });
    expect(streamed.status).toBe(413);
    expect(await streamed.json()).toMatchObject({ success: false });
  });

  test('HSTS is sent for https through a trusted proxy and never over plain http', async () => {
    for (const path of ['/', '/nowhere', '/api/nowhere', '/livez']) {
      const ask = (headers: Record<string, string>) =>
        fetch(server.origin + path, { headers, redirect: 'manual' });
      const plain = await ask({});
      const secure = await ask({ 'x-forwarded-proto': 'https' });
      expect(plain.headers.get('strict-transport-security'), path).toBeNull();
      expect(secure.headers.get('strict-transport-security'), path).toContain('max-age=');
    }
  });

  test('F11 a slow or dropped body is the fault of who sends it: 408, no error in the log, and no 5xx', async () => {
    const since = new Date().toISOString();
    const { hostname, port } = new URL(server.origin);
    const send = (path: string, begin: string) => {
      const socket = connect(Number(port), hostname);
      let reply = '';
      socket.on('data', (chunk) => {
        reply += chunk;
      });
      socket.on('error', () => {});
      socket.write(
        `${begin.startsWith('GET') ? begin : `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${begin}`}`,
      );
      return { socket, reply: () => reply };
    };
    const json = 'Content-Type: application/json\r\n';
    const cut = send('/api/auth/login', `${json}Content-Length: 20\r\n\r\n{"email"`);
    const chunked = send('/api/auth/login', `${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`);
    const slow = send('/api/auth/signup', `${json}Content-Length: 2000\r\n\r\n{`);
    const reading = send('', `GET / HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    const asking = send('', `GET /api/public/cohorts-structure HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    // Both were sent last.
    while ([reading, asking].some(({ reply }) => reply() === '')) await Bun.sleep(1);
    for (const { socket } of [cut, reading, asking]) socket.resetAndDestroy();
    chunked.socket.destroy();
    while (!slow.reply().includes('\r\n\r\n{')) {
      slow.socket.write(' ');
      await Bun.sleep(250);
    }
    slow.socket.destroy();
    expect(slow.reply()).toStartWith('HTTP/1.1 408');
    expect(slow.reply()).toContain('"code":"BODY_INCOMPLETE"');
    const readEvents = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
        .filter(({ time }) => time >= since);
    const readReplies = () =>
      readEvents()
        .filter(({ event }) => event === 'request')
        .map(({ route, status }) => `${route} ${status}`);
    while (readReplies().length < 4) await Bun.sleep(20);
    expect(readReplies().sort()).toEqual([
      '/auth/login 408',
      '/auth/login 408',
      '/auth/signup 408',
      '/public/cohorts-structure 200',
    ]);
    expect(readEvents().filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });

  test('H7 a request whose length can be read in two ways is refused, and what it hides is no request', async () => {
    const { hostname, port } = new URL(server.origin);
    const hidden = `GET /livez HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`;
    const length = `Content-Length: ${hidden.length}`;
    const chunked = 'Transfer-Encoding: chunked';
    const ends = {
      'two lengths': `Content-Length: 0\r\n${length}\r\n\r\n`,
      'a list of lengths': `Content-Length: 0, ${hidden.length}\r\n\r\n`,
      'a length with a sign': `Content-Length: +${hidden.length}\r\n\r\n`,
      'a space before the colon': `Content-Length : ${hidden.length}\r\n\r\n`,
      'a length and chunks': `${length}\r\n${chunked}\r\n\r\n0\r\n\r\n`,
      'two encodings': `${chunked}\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
      'an encoding that is none': `Content-Length: 0\r\nTransfer-Encoding: xchunked\r\n\r\n`,
    };
    const statusesOf = async (end: string) => {
      const socket = connect(Number(port), hostname);
      let reply = '';
      socket.on('data', (chunk) => {
        reply += chunk;
      });
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`POST /livez HTTP/1.1\r\nHost: ${hostname}\r\n${end}${hidden}`);
      await closed;
      return reply.match(/(?<=HTTP\/1\.1 )\d+/g);
    };
    for (const [what, end] of Object.entries(ends)) {
      expect([what, await statusesOf(end)]).toEqual([what, ['400']]);
    }
    expect(await statusesOf('Content-Length: 0\r\n\r\n'), 'two requests, one after the other').toEqual([
      '405',
      '200',
    ]);
  });

  test('HEAD carries the length of the page and no body', async () => {
    const response = await fetch(server.origin, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('57');
    expect(await response.text()).toBe('');
  });

  test('a second process on the same folder is refused with the id of the first, kill -9 frees it, and a supervised one stops with its standard input', async () => {
    const second = await refusal({});
    expect(second.code).toBe(1);
    expect(second.said).toMatch(/^✖ The data folder .* is in use by process \d+\./);
    expect(second.said.split('\n')).toHaveLength(1);
    server.signal('SIGKILL');
    await server.exited;
    const third = await startServer({ STOP_WITH_STDIN: '1' });
    expect((await fetch(`${third.origin}/livez`)).status).toBe(200);
    third.closeStdin();
    expect(await third.exited).toBe(0);
  });
});

describe('stopping', () => {
  /** For so long a server that stops takes new requests. */
  const GRACE_MS = 500;

  test('F10 idle connections do not delay TERM, a request in flight is finished, and whom a proxy leads here a moment later is answered', async () => {
    const server = await startServer({ LOG_LEVEL: 'info' });
    const { hostname, port } = new URL(server.origin);
    const idle = connect(Number(port), hostname);
    await new Promise((resolve) => idle.once('connect', resolve));
    idle.on('error', () => {});
    const slow = connect(Number(port), hostname);
    let reply = '';
    slow.on('data', (chunk) => {
      reply += chunk;
    });
    slow.on('error', () => {});
    const ended = new Promise((resolve) => slow.once('close', resolve));
    slow.write(`POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`);
    await new Promise((resolve) => slow.write('Content-Length: 2\r\nConnection: close\r\n\r\n{', resolve));
    const isAnswered = () =>
      fetch(`${server.origin}/ping`).then(
        ({ status }) => status === 200,
        () => false,
      );
    // What was sent before is in flight once this is answered.
    expect(await isAnswered()).toBe(true);
    const signalled = performance.now();
    server.signal('SIGTERM');
    while (!server.output().includes('"event":"stopping"')) await Bun.sleep(1);
    while (await isAnswered()) await Bun.sleep(20);
    expect(performance.now() - signalled).toBeGreaterThan(GRACE_MS - 10);
    slow.write('}');
    expect(await server.exited).toBe(0);
    await ended;
    // 408 on a machine that took three seconds for this.
    expect(reply).toMatch(/^HTTP\/1\.1 40[08]/);
    idle.destroy();
    slow.destroy();
  });

  test('F10 a second signal ends a server at once, with 130, though a request hangs', async () => {
    const server = await startServer({ LOG_LEVEL: 'info' });
    const { hostname, port } = new URL(server.origin);
    const hanging = connect(Number(port), hostname);
    hanging.on('error', () => {});
    const request = `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 2\r\n\r\n{`;
    await new Promise((resolve) => hanging.write(request, resolve));
    // What was sent before is in flight once this is answered.
    await fetch(`${server.origin}/ping`);
    server.signal('SIGTERM');
    while (!server.output().includes('"event":"stopping"')) await Bun.sleep(1);
    // Signals less than half a second apart count as one.
    await Bun.sleep(700);
    server.signal('SIGTERM');
    expect(await server.exited).toBe(130);
    hanging.destroy();
  });
});
