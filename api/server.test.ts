import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealSite } from './serving/seal.ts';

// The real process, started and stopped as the product is: what cannot be seen through app.fetch.

let folder: string;
let dist: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-'));
  dist = join(folder, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'index.html'), '<!doctype html><html lang="en"><title>Home</title></html>');
  await sealSite(dist, { stamp: '', connect: [], images: [], embeds: [] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Running {
  origin: string;
  output(): string;
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void;
  exited: Promise<number>;
  closeStdin(): void;
}

function spawnServer(settings: Record<string, string>) {
  return Bun.spawn([process.execPath, '--no-env-file', join(import.meta.dir, 'server.ts')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DEMO_DATA: 'false',
      DIST_DIR: dist,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

async function startServer(settings: Record<string, string> = {}): Promise<Running> {
  const child = spawnServer(settings);
  let output = '';
  const ready = Promise.withResolvers<string>();
  (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      output += decoder.decode(chunk, { stream: true });
      const origin = /is ready: (http:\S+)/.exec(output)?.[1];
      if (origin) ready.resolve(origin);
    }
    ready.reject(new Error(`The server ended: ${output}${await new Response(child.stderr).text()}`));
  })();
  return {
    origin: await ready.promise,
    output: () => output,
    signal: (name) => child.kill(name),
    exited: child.exited,
    closeStdin: () => {
      child.stdin.end();
    },
  };
}

/** Starts a server that is expected to refuse; returns its exit code and what it said. */
async function refusal(settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawnServer(settings);
  const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, said: said.trim() };
}

describe('starting', () => {
  test('a second process on the same folder is refused with the id of the first, and kill -9 frees it', async () => {
    const first = await startServer();
    const second = await refusal({});
    expect(second.code).toBe(1);
    expect(second.said).toMatch(/^✖ The data folder .* is in use by process \d+\./);
    expect(second.said.split('\n')).toHaveLength(1);
    first.signal('SIGKILL');
    await first.exited;
    const third = await startServer();
    expect((await fetch(`${third.origin}/livez`)).status).toBe(200);
    third.signal('SIGTERM');
    expect(await third.exited).toBe(0);
  });

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

  test('an unusable folder and a wrong setting are one line each', async () => {
    await writeFile(join(folder, 'file'), '');
    const unusable = await refusal({ DATA_DIR: join(folder, 'file') });
    expect(unusable.code).toBe(1);
    expect(unusable.said).toMatch(/^✖ The data folder .* cannot be written \(\w+\)\. Set DATA_DIR\.$/);
    const wrong = await refusal({ PORT: 'many' });
    expect(wrong.code).toBe(1);
    expect(wrong.said).toMatch(/^✖ .*PORT: expected a port/);
  });
});

describe('running', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: join(folder, 'running'), TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(async () => {
    server.signal('SIGTERM');
    await server.exited;
  });

  test('site and API answer on one origin, and the embedded database is named for what it is', async () => {
    expect(await (await fetch(server.origin)).text()).toContain('Home');
    expect((await fetch(`${server.origin}/api/nowhere`)).status).toBe(404);
    const home = await fetch(`${server.origin}/nowhere`, { redirect: 'manual' });
    expect([home.status, home.headers.get('location')]).toEqual([302, '/']);
    expect(server.output()).toContain('For production set DATABASE_URL');
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

  test('HEAD carries the length of the page and no body', async () => {
    const response = await fetch(server.origin, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('57');
    expect(await response.text()).toBe('');
  });
});

describe('stopping', () => {
  test('idle connections do not delay TERM, and a request in flight is finished', async () => {
    const server = await startServer({ DATA_DIR: join(folder, 'stopping') });
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
    slow.write('Content-Length: 2\r\nConnection: close\r\n\r\n{');
    await Bun.sleep(300);
    const startedAt = performance.now();
    server.signal('SIGTERM');
    await Bun.sleep(300);
    slow.write('}');
    expect(await server.exited).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await ended;
    expect(reply).toStartWith('HTTP/1.1 400');
    idle.destroy();
    slow.destroy();
  });

  test('the end of standard input stops a supervised server', async () => {
    const server = await startServer({ DATA_DIR: join(folder, 'supervised'), STOP_WITH_STDIN: '1' });
    server.closeStdin();
    expect(await server.exited).toBe(0);
  });
});
