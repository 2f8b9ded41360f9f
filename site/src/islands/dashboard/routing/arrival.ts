import { $route, opening } from './router.ts';

let wishesFocus = false;

/** Lets the next heading that appears take the focus. */
export function wishFocus(): void {
  wishesFocus = true;
}

/** True once after each change of screen: the first heading that asks takes the focus. */
export function takeFocusWish(): boolean {
  const wished = wishesFocus;
  wishesFocus = false;
  return wished;
}

/** `isReturn` after Back and Forward; `nextOf`: league to open at its next resource. */
export const arrival = { isReturn: false, nextOf: '' };

/** Scroll positions of this tab by address; survive a reload, not the session. */
const KEY = 'scrolled';
/** The page needs time to grow; after this scrolling stops. */
const PATIENCE_MS = 20_000;
/** Skeletons that give way may move the page once more. */
const SETTLED_MS = 1000;

/**
 * Scrolls to the top on a change of screen (ROUTE-13), or where Back left it, and lets the new heading take the focus.
 * Returns how to stop.
 */
export function followArrivals(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const places = readPlaces();
  let path = $route.get()?.path ?? '';
  history.scrollRestoration = 'manual';
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load && load.type !== 'navigate' && !location.hash) scrollBack(places[path]);
  // The next screen may be drawn before this is called.
  addEventListener(
    'scroll',
    () => {
      places[path] = scrollY;
    },
    { passive: true, signal },
  );
  addEventListener(
    'pagehide',
    () => {
      try {
        sessionStorage.setItem(KEY, JSON.stringify(places));
      } catch {
        // A reload then begins at the top.
      }
    },
    { signal },
  );
  const stopListening = $route.listen((page) => {
    if (!page || page.path === path) return;
    path = page.path;
    arrival.isReturn = !opening.isLink;
    wishFocus();
    scrollBack(arrival.isReturn ? places[path] : 0);
  });
  return () => {
    stop.abort();
    stopListening();
  };
}

function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** Repeats until the page is long enough and keeps the place, or the reader acts. */
function scrollBack(top = 0): void {
  if (top === 0) {
    scrollTo(0, 0);
    return;
  }
  const { pathname } = location;
  const end = performance.now() + PATIENCE_MS;
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
  // The next screen is not drawn yet.
  requestAnimationFrame(step);
}
