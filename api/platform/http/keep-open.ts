import { originOf } from './request-info.ts';

// Bun checks every four seconds, so a connection of ten seconds may close this early.
const SILENT_SECONDS = 8;
const SPARE_SECONDS = 5;
const SILENT_SECONDS_MAX = 255;

/** Bun closes a connection that stays silent while a reply is prepared. */
export function keepOpen(request: Request, deadlineMs: number): void {
  const seconds = Math.ceil(deadlineMs / 1000) + SPARE_SECONDS;
  if (seconds > SILENT_SECONDS) originOf(request).keepOpen?.(Math.min(seconds, SILENT_SECONDS_MAX));
}
