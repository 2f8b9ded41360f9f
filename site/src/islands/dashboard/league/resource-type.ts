const FALLBACKS = new Map([
  ['VIDEO', 'video'],
  ['ARTICLE', 'article'],
  ['BLOG', 'blog'],
  ['EXTERNAL_LINK', 'link'],
]);

/** Our own drawing for a resource whose site has no icon (FAVICON-05, 06). */
export function fallbackIcon(type: string): string {
  return `/icons/${FALLBACKS.get(type) ?? 'default'}.png`;
}

/** The site a resource is on, without 'www.'; '' for an address that cannot be read. */
export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
