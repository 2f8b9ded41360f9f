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

export const FOOTER_LINK =
  'inline-flex min-h-11 items-center gap-[0.35rem] font-[550] text-body underline decoration-transparent decoration-[0.12em] underline-offset-[0.3em] ' +
  'transition-[text-decoration-color] hover:text-strong hover:decoration-brand aria-[current]:text-strong aria-[current]:decoration-brand';

/** Value of `aria-current`; 'true' for pages below `href`. */
export function currentMark(href: string, path: string): 'page' | 'true' | undefined {
  const here = path.replace(/(.)\/+$/, '$1');
  if (here === href) return 'page';
  return href !== '/' && here.startsWith(`${href}/`) ? 'true' : undefined;
}
