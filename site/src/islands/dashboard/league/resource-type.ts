const FALLBACKS = new Map([
  ['VIDEO', 'video'],
  ['ARTICLE', 'article'],
  ['BLOG', 'blog'],
  ['EXTERNAL_LINK', 'link'],
]);

/** For a site without an icon (FAVICON-05, 06). */
export function fallbackIcon(type: string): string {
  return `/icons/${FALLBACKS.get(type) ?? 'default'}.png`;
}

/** Without 'www.'; '' for an unreadable address. */
export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
