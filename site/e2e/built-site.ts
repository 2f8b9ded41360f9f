import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { test } from '@playwright/test';
import { freePort } from '../../scripts/run/postgres.mjs';

const root = new URL('../..', import.meta.url).pathname;
const bun = process.env.BUN_PATH || join(root, 'node_modules/.bin/bun');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A site of its own, with other content or settings than the one that all tests share. */
export interface BuiltSite {
  origin: string;
  /** What the build said. */
  log: string;
  close: () => Promise<void>;
}

interface BuildOptions {
  env: Record<string, string>;
  /** Changes a copy of the content before it is built. */
  change?: (folder: string) => Promise<void>;
  /** Another folder with a configuration and pages than the product's own. */
  folder?: string;
}

/** Builds a site away from dist/, seals it and serves its files under their policies. */
export async function buildSite({ env, change, folder: pages }: BuildOptions): Promise<BuiltSite> {
  // On a busy machine a build takes longer than a test may.
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'built-site-'));
  const [content, dist] = [join(folder, 'content'), join(folder, 'dist')];
  await cp(join(root, 'content'), content, { recursive: true });
  await change?.(content);
  const settings = { ...env, CONTENT_DIR: content, CACHE_DIR: join(folder, 'cache') };
  const where = pages ? ['--root', join(root, pages)] : [];
  const log = await run(
    ['--bun', 'node_modules/astro/bin/astro.mjs', 'build', '--outDir', dist, ...where],
    settings,
  );
  await run(['scripts/post-build.ts', '--dist', dist], settings);
  const server = await serve(dist);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run(args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(bun, args, {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(said.join('')) : reject(new Error(`${args.join(' ')}: ${said.join('')}`)),
    );
  });
}

/** Starts `npm run dev` on a copy of the content, and waits until it can be visited. */
export async function startDev(): Promise<{ origin: string; content: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'dev-site-'));
  const content = join(folder, 'content');
  await cp(join(root, 'content'), content, { recursive: true });
  const port = String(await freePort());
  const child = spawn('node', ['scripts/run.mjs', 'dev'], {
    cwd: root,
    env: {
      ...process.env,
      ...{
        NODE_ENV: 'development',
        CONTENT_DIR: content,
        DATA_DIR: join(folder, 'data'),
        DEMO_DATA: 'false',
      },
      ...{ HOST: '127.0.0.1', PORT: port },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      if (said.includes('watching for file changes')) resolve();
    });
    child.on('close', () => reject(new Error(said)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    content,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(dist: string): Promise<Server> {
  const manifest: { files: { file: string; policy: string }[] } = JSON.parse(
    await readFile(join(dist, '.serving.json'), 'utf8'),
  );
  const files = new Map(manifest.files.map((file) => [`/${file.file.replace(/\/?index\.html$/, '')}`, file]));
  const server = createServer(async (request, response) => {
    const found = files.get(new URL(request.url ?? '/', 'http://site').pathname);
    if (!found) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(found.file)] ?? 'application/octet-stream');
    response.setHeader('content-security-policy', found.policy);
    response.end(await readFile(join(dist, found.file)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A code host for the updates page, on this machine. */
export interface CodeHost {
  origin: string;
  /** How it answers from now on. */
  manner: 'well' | 'busy' | 'broken' | 'silent';
  /** Milliseconds for which the longest unanswered request was held by who asked. */
  waitedMs: number;
  close: () => Promise<void>;
}

/** Starts a code host that tells these commits of every repository by its name. */
export async function startCodeHost(commits: Record<string, object[]>): Promise<CodeHost> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    response.setHeader('access-control-allow-origin', '*');
    if (host.manner === 'silent') {
      const askedAt = performance.now();
      request.on('close', () => {
        host.waitedMs = Math.max(host.waitedMs, performance.now() - askedAt);
      });
      return;
    }
    if (host.manner !== 'well') return void response.writeHead(host.manner === 'busy' ? 403 : 500).end('{}');
    const at = (Number(searchParams.get('page')) - 1) * 100;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify((commits[pathname.split('/')[3] ?? ''] ?? []).slice(at, at + 100)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: CodeHost = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    manner: 'well',
    waitedMs: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return host;
}

/** Reads a JSON file, changes it and writes it back. */
export async function changeJson<T>(file: string, change: (value: T) => T): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
}
