import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export async function findServer(url: string): Promise<number> {
  const database = new Bun.SQL(url, { max: 1 });
  const [row] = (await database.unsafe('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
  const parent = parentOf(row?.pid ?? 0);
  await database.close();
  if (!parent) throw new Error('The process of PostgreSQL was not found on this machine');
  return parent;
}

export function pinToCore(pid: number, core: number): void {
  const { status, stderr } = spawnSync('taskset', ['-acp', String(core), String(pid)]);
  if (status !== 0) throw new Error(`taskset failed: ${stderr}`);
}

/**
 * In bytes, with child processes.
 * @param options.shared Divides shared pages between processes (PSS).
 */
export function readMemory(pids: readonly number[], { shared = false } = {}): number {
  const all = readdirSync('/proc').map(Number).filter(Boolean);
  const family = all.filter((pid) => pids.includes(pid) || pids.includes(parentOf(pid)));
  return family.reduce((sum, pid) => sum + readBytes(pid, shared), 0);
}

function readBytes(pid: number, shared: boolean): number {
  const [file, field] = shared ? ['smaps_rollup', 'Pss'] : ['status', 'VmRSS'];
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
