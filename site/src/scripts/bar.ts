import { barState } from './bar-state.ts';

const bar = document.getElementById('bar') as HTMLElement;
const menu = document.getElementById('menu') as HTMLElement;
let lastY = 0;

// Read from the page: importing the names would pull in a shared chunk of constants.
const [cachePrefix = '', ...keys] = bar.dataset.session?.split(' ') ?? [];
const [accessKey = '', refreshKey = '', expiryKey = ''] = keys;
const [profile = '', renewal = ''] = bar.dataset.calls?.split(' ') ?? [];

// In the app, session-end.ts does this.
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
    // Storage is blocked; the visitor counts as signed out.
  }
  return document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
}

// Checks a session that looks signed in: it may have been ended elsewhere, or come from the old product.
async function checkSession(): Promise<void> {
  const { [accessKey]: access, [refreshKey]: refreshToken } = localStorage;
  const { status } = await fetch(profile, { headers: { authorization: `Bearer ${access}` } });
  if (status !== 401) return;
  const body = new Blob([JSON.stringify({ refreshToken })], { type: 'application/json' });
  const reply = await fetch(renewal, { method: 'POST', body });
  const { data } = await reply.json();
  if (localStorage[refreshKey] !== refreshToken) return;
  if (data) localStorage[accessKey] = data.accessToken;
  // A rate limit or a server error says nothing about the session.
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
// Reading the scroll position forces a layout, so it gets a task of its own after this one.
setTimeout(() => {
  lastY = scrollY;
  follow();
});
addEventListener('storage', showSession);
addEventListener('scroll', follow);
// A page restored from the back/forward cache may have an open menu or another visitor.
addEventListener('pageshow', () => {
  closeMenu();
  if (showSession()) checkSession().catch(() => {});
});
addEventListener('hashchange', closeMenu);
// An open popover would stay a sheet and cover the text of a widened window.
matchMedia('(min-width: 64rem)').addEventListener('change', closeMenu);
menu.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('a')) closeMenu();
});
