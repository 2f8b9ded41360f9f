import { rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../platform/db/embedded.ts';
import { embeddedFolder } from '../platform/db/open.ts';
import type { Config } from '../platform/process/env.ts';
import { embeddedSnapshot } from './make-app.ts';

let template: Promise<string> | undefined;

/**
 * Puts an empty, migrated embedded database into a data folder, as a first start leaves it: a copy of one that is made once
 * a process. A first start keeps a core busy for four seconds.
 */
export async function fillDataFolder(config: Pick<Config, 'DATA_DIR'>): Promise<void> {
  template ??= makeTemplate();
  await cp(await template, embeddedFolder(config), { recursive: true });
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const engine = await startEngine(folder, await embeddedSnapshot());
  await engine.close();
  return folder;
}

/** What in a folder somebody else can open, itself included. */
export async function listOpen(path: string): Promise<string[]> {
  const inside = (await readdir(path, { recursive: true })).map((name) => join(path, name));
  const open: string[] = [];
  for (const entry of [path, ...inside]) {
    const entryStat = await stat(entry);
    const wanted = entryStat.isDirectory() ? 0o700 : 0o600;
    if ((entryStat.mode & 0o777) !== wanted) open.push(entry);
  }
  return open;
}
