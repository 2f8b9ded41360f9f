// npm repeats the terminal's signal.
const SAME_SIGNAL_MS = 500;
const PATIENCE_MS = 10_000;

/** Exits within 10 s; a second signal exits at once. STOP_WITH_STDIN=1 ends the server with its parent. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince = 0;
  const onSignal = async () => {
    if (stoppingSince > 0) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    const timer = setTimeout(() => process.exit(0), PATIENCE_MS);
    try {
      await stop();
    } finally {
      clearTimeout(timer);
      process.exit(0);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.env.STOP_WITH_STDIN === '1') {
    process.stdin.on('end', onSignal);
    process.stdin.on('error', onSignal);
    process.stdin.resume();
  }
}
