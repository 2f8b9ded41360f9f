import { link } from '#site/icons/actions.ts';
import { article, blog, file, video } from '#site/icons/learning.ts';

const ICONS = new Map([
  ['VIDEO', video],
  ['ARTICLE', article],
  ['EXTERNAL_LINK', link],
  ['BLOG', blog],
]);

/** The drawing of a resource's type; any type but the four is a file (LPROG-10, LPROG-23, ENT-43). */
export function resourceTypeIcon(type: string): string {
  return ICONS.get(type) ?? file;
}

/** The site a resource is on, without 'www.'; '' for an address that cannot be read. */
export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
