import type { OpenDatabase } from '#api/platform/db/client.ts';
import { migrateDatabase } from '#api/platform/db/migrate.ts';
import { openDatabase } from '#api/platform/db/open.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { startProduct } from '../scripts/faults/product.mjs';
import { heapEnvironment } from '../scripts/run/heap.mjs';
import { type Seeded, seedLearners } from './seed.ts';

export type Settings = Record<string, string>;

export interface Target {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

export async function startTarget(settings: Settings): Promise<Target> {
  const environment = { RATE_LIMIT_SCALE: '1000000', ...heapEnvironment(settings.DATABASE_URL), ...settings };
  const { port, pid, stop } = await startProduct(environment);
  return { origin: `http://127.0.0.1:${port}`, pid, stop };
}

export async function prepareDatabase(settings: Settings, learners: number): Promise<Seeded> {
  const config = parseEnv(settings);
  const database: OpenDatabase = await openDatabase(config);
  try {
    await migrateDatabase(database);
    return await seedLearners(database, learners, config.TIME_ZONE);
  } finally {
    await database.close();
  }
}
