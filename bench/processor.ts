import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time of a process in hundredths of a second for every program that reads it. */
const TICK_MS = 10;

function readStat(pid: number): { parent: number; own: number; ended: number } | null {
  try {
    // The name of the program stands in brackets and may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const at = (index: number) => fields[index] ?? 0;
    return { parent: at(1), own: (at(11) + at(12)) * TICK_MS, ended: (at(13) + at(14)) * TICK_MS };
  } catch {
    return null;
  }
}

/** Processor time that a process has used, in milliseconds; null where the platform does not tell. */
export function readProcessorMs(pid: number): number | null {
  return readStat(pid)?.own ?? null;
}

/** The same of a process of one thread, to the nanosecond where the platform tells. */
function readThreadMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return readProcessorMs(pid) ?? 0;
  }
}

/**
 * The same for PostgreSQL: the process that accepts connections, those it has now and those that ended. `backend` is any
 * of its processes. Null where it runs on another machine.
 */
export function readPostgresMs(backend: number): number | null {
  const postmaster = readStat(backend)?.parent;
  const top = postmaster ? readStat(postmaster) : null;
  if (!postmaster || !top) return null;
  let sum = readThreadMs(postmaster) + top.ended;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat?.parent === postmaster) sum += readThreadMs(Number(name));
  }
  return sum;
}

/** Resident memory of a process in bytes; null where the platform does not tell. */
export function readMemory(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}
