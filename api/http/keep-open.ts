import { originOf } from './request-info.ts';

/** As early as Bun may cut a connection off that is given ten seconds: it looks at them every four. */
const SILENT_SECONDS = 8;
const SPARE_SECONDS = 5;
/** More is none to Bun. */
const SILENT_SECONDS_MAX = 255;

/**
 * Keeps the connection of a request until it has to be answered. The server closes one on which nothing is heard or said for
 * ten seconds, also while an answer is worked on; few calls may take as long.
 */
export function keepOpen(request: Request, deadlineMs: number): void {
  const seconds = Math.ceil(deadlineMs / 1000) + SPARE_SECONDS;
  if (seconds > SILENT_SECONDS) originOf(request).keepOpen?.(Math.min(seconds, SILENT_SECONDS_MAX));
}
