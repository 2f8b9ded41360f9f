const FALLBACKS = new Map([
  ['VIDEO', 'video'],
  ['ARTICLE', 'article'],
  ['BLOG', 'blog'],
  ['EXTERNAL_LINK', 'link'],
]);

export function fallbackIcon(type: string): string {
  return `/icons/${FALLBACKS.get(type) ?? 'default'}.png`;
}

export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
