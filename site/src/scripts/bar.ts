// Which buttons the bar of the public pages shows, and how it moves.
import { barState } from './bar-state.ts';

// NavBar.astro, which every page with this script has.
const bar = document.getElementById('bar') as HTMLElement;
const menu = document.getElementById('menu') as HTMLElement;
let lastY = 0;

// Written into the page: imported, the names would come in a file of constants that every screen adds to.
const [cachePrefix = '', ...keys] = bar.dataset.session?.split(' ') ?? [];
const [accessKey = '', refreshKey = '', expiryKey = ''] = keys;
const [profile = '', renewal = ''] = bar.dataset.calls?.split(' ') ?? [];

/** A session that is over leaves nothing behind; on screens session-end.ts sees to it. */
function forgetSession(): void {
  for (const key of keys) delete localStorage[key];
  caches.keys().then((names) => names.map((name) => name.startsWith(cachePrefix) && caches.delete(name)));
}

function showSession(): boolean {
  let isSignedIn = false;
  try {
    if (Number(localStorage[expiryKey]) < Date.now()) forgetSession();
    isSignedIn = !!localStorage[accessKey];
  } catch {
    // Storage can be switched off; the visitor is then signed out.
  }
  return document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
}

/** Asks whether the session stands that is greeted: it may have been ended elsewhere, or be of an earlier product. */
async function checkSession(): Promise<void> {
  const { [accessKey]: access, [refreshKey]: refreshToken } = localStorage;
  const { status } = await fetch(profile, { headers: { authorization: `Bearer ${access}` } });
  if (status !== 401) return;
  const body = new Blob([JSON.stringify({ refreshToken })], { type: 'application/json' });
  const reply = await fetch(renewal, { method: 'POST', body });
  const { data } = await reply.json();
  // Another tab may have signed in, or out, meanwhile.
  if (localStorage[refreshKey] !== refreshToken) return;
  if (data) localStorage[accessKey] = data.accessToken;
  // Too many requests, or a server in trouble, say nothing about the session.
  else if (reply.status < 405) forgetSession();
  showSession();
}

function follow(): void {
  const { isHidden, hasShadow } = barState(scrollY, lastY, bar.hasAttribute('data-hidden'));
  lastY = scrollY;
  bar.toggleAttribute('data-hidden', isHidden);
  bar.toggleAttribute('data-shadow', hasShadow);
}

function closeMenu(): void {
  menu.hidePopover();
}

showSession();
// Where a page is scrolled to is known once it is laid out: that is a task of its own, neither part of this one nor of the first frame.
setTimeout(() => {
  lastY = scrollY;
  follow();
});
addEventListener('storage', showSession);
addEventListener('scroll', follow);
// A page that comes back from the browser's memory was left by a link: its menu is closed, its visitor may have changed.
addEventListener('pageshow', () => {
  closeMenu();
  // Without a connection nobody knows better.
  if (showSession()) checkSession().catch(() => {});
});
addEventListener('hashchange', closeMenu);
// Open, the list stays a sheet at any width: it would lie across the text of a window made wide.
matchMedia('(min-width: 64rem)').addEventListener('change', closeMenu);
menu.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('a')) closeMenu();
});
