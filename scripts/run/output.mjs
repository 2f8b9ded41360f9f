/** @param {string} line A line of progress for the person at the terminal. */
export function say(line) {
  console.log(line);
}

/** @param {number} startedAt A moment from performance.now(). @returns {string} Such as '4.2 s'. */
export function sinceStart(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/**
 * Says `label`, then every few seconds that it is still going on, so that a slow machine never looks hung.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const startedAt = performance.now();
  say(`▸ ${label} …`);
  const timer = setInterval(() => say(`  … ${label} (${sinceStart(startedAt)})`), 5000);
  try {
    const result = await work();
    say(`✔ ${label} (${sinceStart(startedAt)})`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
