import { ApiError } from '../errors/api-error.ts';
import { sqlStateOf } from '../errors/sql-state.ts';
import type { Config } from './env.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';
type Fields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  flush(): void;
}

const RANK = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;
const FLUSH_MS = 100;

/** One JSON object per line; input cannot start a line (docs/security.md P44). */
export function createLog(
  level: Config['LOG_LEVEL'],
  write: (lines: string) => void = (lines) => process.stdout.write(lines),
): Log {
  let pending = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (pending === '') return;
    write(pending);
    pending = '';
  };
  const at =
    (lineLevel: Level) =>
    (event: string, fields: Fields = {}) => {
      if (RANK[lineLevel] < RANK[level]) return;
      pending += `${JSON.stringify({ time: new Date().toISOString(), level: lineLevel, event, ...fields })}\n`;
      timer ??= setTimeout(flush, FLUSH_MS);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush };
}

/** Leaves out SQL, values and driver messages. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { thrown: typeof error };
  if (error instanceof ApiError && error.because) {
    return { name: error.constructor.name, message: error.message, because: error.because };
  }
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? [];
  const state = sqlStateOf(error);
  return {
    name: error.constructor.name,
    message: state || 'query' in error ? `database error ${state ?? 'without a state'}` : error.message,
    stack: frames.slice(0, 8).join(' | '),
  };
}
