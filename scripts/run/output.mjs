/** @param {string} line */
export function say(line) {
  console.log(line);
}

/** @param {number} startedAt From performance.now(). @returns {string} Such as '4.2 s'. */
export function sinceStart(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/**
 * Repeats `label` every few seconds, so that a slow machine does not look hung.
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
