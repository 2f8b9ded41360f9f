// Which buttons the bar of the public pages shows, and how it moves.
import { barState } from './bar-state.ts';

const bar = document.getElementById('bar');
const menu = document.getElementById('menu');
let lastY = scrollY;

// Written into the page: imported, the names would come in a file of constants that every screen adds to.
const [expiryKey = '', cachePrefix = '', ...keys] = bar?.dataset.session?.split(' ') ?? [];

/** What the server gives out; those of an earlier product under the same names open nothing. */
const TOKEN = /^[\w-]{43}$/;

function showSession(): void {
  let isSignedIn = false;
  try {
    // A session whose time is over greets nobody and leaves nothing; on screens session-end.ts sees to it.
    if (Number(localStorage[expiryKey]) < Date.now()) {
      for (const key of [expiryKey, ...keys]) localStorage.removeItem(key);
      caches.keys().then((names) => names.map((name) => name.startsWith(cachePrefix) && caches.delete(name)));
    }
    const [access = '', refresh = ''] = keys.map((key) => localStorage.getItem(key) ?? '');
    // Either is enough: an access token that is over is made anew from the other one.
    isSignedIn = access !== '' && (TOKEN.test(access) || TOKEN.test(refresh));
  } catch {
    // Storage can be switched off; the visitor is then signed out.
  }
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
}

function follow(): void {
  const { isHidden, hasShadow } = barState(scrollY, lastY, bar?.hasAttribute('data-hidden') ?? false);
  lastY = scrollY;
  bar?.toggleAttribute('data-hidden', isHidden);
  bar?.toggleAttribute('data-shadow', hasShadow);
}

function closeMenu(): void {
  if (menu?.matches(':popover-open')) menu.hidePopover();
}

showSession();
follow();
addEventListener('storage', showSession);
addEventListener('scroll', follow, { passive: true });
// A page that comes back from the browser's memory was left by a link: its menu is closed, its visitor may have changed.
addEventListener('pageshow', () => {
  showSession();
  closeMenu();
});
addEventListener('hashchange', closeMenu);
// Open, the list stays a sheet at any width: it would lie across the text of a window made wide.
matchMedia('(min-width: 64rem)').addEventListener('change', closeMenu);
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a')) closeMenu();
});
