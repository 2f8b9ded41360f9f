import { $route, opening } from './router.ts';

let wishesFocus = false;

/** Lets the next heading that appears take the focus. */
export function wishFocus(): void {
  wishesFocus = true;
}

/** True once after each change of screen: the heading that asks first takes the focus. */
export function takeFocusWish(): boolean {
  const wished = wishesFocus;
  wishesFocus = false;
  return wished;
}

/** `isReturn` after Back and Forward; `nextOf` names the league whose page is to open at its next resource. */
export const arrival = { isReturn: false, nextOf: '' };

/** Where each address of this tab was scrolled to: it outlives a reload, and goes with the session. */
const KEY = 'scrolled';
/** A page that loads is not as long as it was; after this the reader is left alone. */
const PATIENCE_MS = 20_000;
/** Skeletons make way for what they stand for, which may take the place away once more. */
const SETTLED_MS = 1000;

/**
 * On each change of screen scrolls to the top (ROUTE-13), or to where Back left it, and lets the new heading take the
 * focus, so that a screen reader says where it is. Returns how to stop.
 */
export function followArrivals(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const places = readPlaces();
  let path = $route.get()?.path ?? '';
  history.scrollRestoration = 'manual';
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load && load.type !== 'navigate' && !location.hash) scrollBack(places[path]);
  // As it happens: when the address changes, the next screen may be drawn before this is told.
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

/** Again in each frame until the page is long enough and keeps the place, or the reader does something. */
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
