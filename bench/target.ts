import { join } from 'node:path';
import type { OpenDatabase } from '#api/platform/db/client.ts';
import { migrateDatabase } from '#api/platform/db/migrate.ts';
import { openDatabase } from '#api/platform/db/open.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { heapEnvironment } from '../scripts/run/heap.mjs';
import { type Seeded, seedLearners } from './seed.ts';

export type Settings = Record<string, string>;

export interface Target {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dir, '..');

export async function startTarget(script: string, settings: Settings, readyPath: string): Promise<Target> {
  const port = freePort();
  const child = Bun.spawn([process.execPath, '--no-env-file', script], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '1000000',
      DEMO_DATA: 'false',
      ...heapEnvironment(settings.DATABASE_URL),
      ...settings,
      PORT: String(port),
    },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(`${origin}${readyPath}`, child);
  return {
    origin,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

export async function prepareDatabase(settings: Settings, learners: number): Promise<Seeded> {
  const database: OpenDatabase = await openDatabase(parseEnv(settings));
  try {
    await migrateDatabase(database);
    return await seedLearners(database, learners);
  } finally {
    await database.close();
  }
}

async function waitFor(url: string, child: Bun.Subprocess): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready');
    const response = await fetch(url, { redirect: 'manual' }).catch(() => null);
    if (response) return;
    await Bun.sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`${url} did not answer within a minute`);
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  return port;
}
