import { originOf } from './request-info.ts';

/** Bun may close a connection of ten seconds this early, because it checks every four. */
const SILENT_SECONDS = 8;
const SPARE_SECONDS = 5;
/** The most that Bun accepts. */
const SILENT_SECONDS_MAX = 255;

/** Keeps a connection open for a slow call. Bun also closes one that is silent while an answer is prepared. */
export function keepOpen(request: Request, deadlineMs: number): void {
  const seconds = Math.ceil(deadlineMs / 1000) + SPARE_SECONDS;
  if (seconds > SILENT_SECONDS) originOf(request).keepOpen?.(Math.min(seconds, SILENT_SECONDS_MAX));
}
