export const BAR_LINKS = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/accelerate', label: 'Accelerate' },
  { href: '/cohorts', label: 'Cohorts' },
  { href: '/community', label: 'Community' },
  { href: '/events', label: 'Events' },
] as const;

export const FOOTER_LINKS = [
  { href: '/gallery', label: 'Gallery' },
  { href: '/updates', label: 'Platform updates' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
] as const;

/** Value of `aria-current`; 'true' for pages below `href`. */
export function currentMark(href: string, path: string): 'page' | 'true' | undefined {
  const here = path.replace(/(.)\/+$/, '$1');
  if (here === href) return 'page';
  return href !== '/' && here.startsWith(`${href}/`) ? 'true' : undefined;
}
