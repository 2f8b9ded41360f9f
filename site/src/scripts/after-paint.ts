import type { ClientDirective } from 'astro';

/**
 * Starts an island of a public page once the page is painted: what it fetches takes no part of a slow line from the styles
 * and typefaces of the first picture. A page out of sight is not painted and waits for nothing.
 */
const afterPaint: ClientDirective = (load) => {
  const start = async () => (await load())();
  const isAwaited = globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint');
  if (!isAwaited || document.hidden) {
    void start();
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    void start();
  });
  observer.observe({ type: 'paint', buffered: true });
};

export default afterPaint;
