/** The bar's links in order (NAV-01). */
export const BAR_LINKS = [
  { href: '/', words: 'Home' },
  { href: '/about', words: 'About' },
  { href: '/accelerate', words: 'Accelerate' },
  { href: '/cohorts', words: 'Cohorts' },
  { href: '/community', words: 'Community' },
  { href: '/events', words: 'Events' },
] as const;

/** The footer's own links (NAV-09). */
export const FOOTER_LINKS = [
  { href: '/gallery', words: 'Gallery' },
  { href: '/updates', words: 'Platform updates' },
  { href: '/privacy', words: 'Privacy' },
  { href: '/terms', words: 'Terms' },
] as const;

/** 'page' on the page itself, 'true' below it, so that an event still marks Events. */
export function currentMark(href: string, path: string): 'page' | 'true' | undefined {
  const here = path.replace(/(.)\/+$/, '$1');
  if (here === href) return 'page';
  return href !== '/' && here.startsWith(`${href}/`) ? 'true' : undefined;
}
