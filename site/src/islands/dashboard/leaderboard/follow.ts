import { followLeaderboard, type LeaderboardChange } from '#contract/leaderboard.ts';
import {
  ApiFailure,
  exchange,
  NETWORK_FAILED,
  toReply,
  withFreshToken,
} from '#site/islands/shared/http/api.ts';

// The server ends each stream after ten minutes.
const STREAM_MS = 11 * 60_000;
const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 60_000;
// The server sends a first event at once; silence means that a proxy is buffering.
const SILENCE_MS = 8000;
const SLOW_POLL_MS = 15_000;

export interface Watching {
  isVisible(): boolean;
  onChange(listener: () => void): () => void;
}

export const browserWatching: Watching = {
  isVisible: () => document.visibilityState === 'visible',
  onChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

interface Settings {
  /** `version` is undefined after a poll, which does not know it. */
  onChange: (version: string | undefined) => void;
  watching?: Watching;
  random?: () => number;
  pollMs?: number;
  retryMs?: number;
}

/**
 * Follows one stream while the page is visible, and polls when streaming fails. Delays each change randomly within the
 * server's spread.
 */
export function followChanges({
  onChange,
  watching = browserWatching,
  random = Math.random,
  pollMs = SLOW_POLL_MS,
  retryMs = RETRY_FIRST_MS,
}: Settings): () => void {
  let stream: AbortController | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let failures = 0;
  let isStopped = false;

  const passOn = ({ version, spreadMs }: LeaderboardChange) => {
    // A newer change replaces a waiting one, as one request answers both.
    clearTimeout(waiting);
    waiting = setTimeout(() => onChange(version), random() * spreadMs);
  };

  async function listen(): Promise<void> {
    const own = new AbortController();
    stream = own;
    const startedAt = Date.now();
    let isSilent = false;
    let spread: number | null = null;
    const silence = setTimeout(() => {
      isSilent = true;
      own.abort();
    }, SILENCE_MS);
    try {
      await readChanges(own.signal, (change) => {
        clearTimeout(silence);
        clearInterval(poll);
        poll = undefined;
        spread = change.spreadMs;
        passOn(change);
      });
    } catch {
      // Failed or ended: handled below.
    }
    clearTimeout(silence);
    if (isStopped || (own.signal.aborted && !isSilent)) return;
    stream = null;
    // A stream that ends within seconds has failed; a longer one reached the server's limit.
    const isFailure = isSilent || Date.now() - startedAt < retryMs * 5;
    if (isFailure) {
      failures++;
      poll ??= setInterval(() => onChange(undefined), pollMs);
    } else {
      failures = 0;
    }
    // The server also ends a stream when its session ends, so a working stream reconnects soon.
    const pause =
      spread !== null && failures < 2
        ? random() * spread
        : Math.min(RETRY_MOST_MS, retryMs * 2 ** (failures - 1)) * (0.75 + random() / 2);
    retry = setTimeout(() => void listen(), pause);
  }

  const rest = () => {
    stream?.abort();
    stream = null;
    clearTimeout(waiting);
    clearTimeout(retry);
    clearInterval(poll);
    poll = undefined;
  };
  const followSight = () => {
    if (watching.isVisible()) {
      if (stream) return;
      clearTimeout(retry);
      onChange(undefined);
      void listen();
    } else {
      rest();
    }
  };
  const stopWatching = watching.onChange(followSight);
  if (watching.isVisible()) void listen();
  return () => {
    isStopped = true;
    stopWatching();
    rest();
  };
}

// Reads one stream to its end. Throws ApiFailure.
async function readChanges(
  signal: AbortSignal,
  onChange: (change: LeaderboardChange) => void,
): Promise<void> {
  await withFreshToken(followLeaderboard, (token) =>
    exchange(
      followLeaderboard,
      { signal, headers: { Accept: 'text/event-stream' }, timeoutMs: STREAM_MS },
      token,
      async (response) => {
        if (!response.ok) {
          toReply(response, await response.text());
        }
        if (!response.body) throw new ApiFailure({ kind: 'network', message: NETWORK_FAILED });
        for await (const data of readEvents(response.body)) {
          if (isChange(data)) onChange(data);
        }
      },
    ),
  );
}

// Checked by hand, since the contract's schema would add 5 KB to this screen.
function isChange(data: unknown): data is LeaderboardChange {
  if (typeof data !== 'object' || data === null) return false;
  const { version, spreadMs } = data as Partial<Record<keyof LeaderboardChange, unknown>>;
  return typeof version === 'string' && typeof spreadMs === 'number';
}

// Yields the parsed data of server-sent events; skips comments and invalid JSON.
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const data = /^data: ?(.*)$/m.exec(text.slice(0, end))?.[1];
        text = text.slice(end + 2);
        const parsed = data === undefined ? undefined : parse(data);
        if (parsed !== undefined) yield parsed;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
