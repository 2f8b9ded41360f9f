import { readStoredJson, writeStored } from '#site/islands/shared/offline/storage.ts';
import { $route, opening } from './router.ts';

let isFocusRequested = false;
let focusedThen: Element | null = null;

export function requestHeadingFocus(): void {
  isFocusRequested = true;
  focusedThen = document.activeElement;
}

/** True once per change of screen, unless the reader has moved the focus since: the screen may take a while to load. */
export function consumeFocusRequest(): boolean {
  const { activeElement, body } = document;
  const isUnmoved = activeElement === focusedThen || activeElement === body || activeElement === null;
  const isRequested = isFocusRequested && isUnmoved;
  isFocusRequested = false;
  return isRequested;
}

/** `isReturn` is true after Back and Forward. `nextOf` is the league to open at its next resource. */
export const arrival = { isReturn: false, nextOf: '' };

// sessionStorage key of this tab's scroll positions by path.
const KEY = 'scrolled';
// Gives up scrolling after this time if the page stays too short.
const TIMEOUT_MS = 20_000;
// Replacing skeletons may move the page again within this time.
const SETTLED_MS = 1000;

/** Scrolls to the top, or to the old position after Back, and lets the new heading take the focus. */
export function followArrivals(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const places = (readStoredJson('session', KEY) ?? {}) as Record<string, number>;
  let path = $route.get()?.path ?? '';
  history.scrollRestoration = 'manual';
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load && load.type !== 'navigate' && !location.hash) scrollBack(places[path]);
  // Saved on every scroll, because the next screen may already be rendered when the route listener runs.
  addEventListener(
    'scroll',
    () => {
      places[path] = scrollY;
    },
    { passive: true, signal },
  );
  addEventListener('pagehide', () => void writeStored('session', KEY, JSON.stringify(places)), { signal });
  const stopListening = $route.listen((page) => {
    if (!page || page.path === path) return;
    path = page.path;
    arrival.isReturn = !opening.isLink;
    requestHeadingFocus();
    scrollBack(arrival.isReturn ? places[path] : 0);
  });
  return () => {
    stop.abort();
    stopListening();
  };
}

// Repeats until the page is long enough, or the reader scrolls.
function scrollBack(top = 0): void {
  if (top === 0) {
    scrollTo(0, 0);
    return;
  }
  const { pathname } = location;
  const end = performance.now() + TIMEOUT_MS;
  let since = performance.now();
  const moved = new AbortController();
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(type, () => moved.abort(), moved);
  const step = () => {
    const now = performance.now();
    if (now > end || now - since > SETTLED_MS || location.pathname !== pathname) moved.abort();
    if (moved.signal.aborted) return;
    if (Math.abs(scrollY - top) > 1) since = now;
    scrollTo({ top, behavior: 'instant' });
    requestAnimationFrame(step);
  };
  // The next screen is not rendered yet.
  requestAnimationFrame(step);
}
