export type ResourceIcon = 'video' | 'article' | 'blog' | 'link' | 'default';

interface TypeDisplay {
  label: string;
  icon: ResourceIcon;
}

const FILE: TypeDisplay = { label: 'File', icon: 'default' };

const DISPLAYS = new Map<string, TypeDisplay>([
  ['VIDEO', { label: 'Video', icon: 'video' }],
  ['ARTICLE', { label: 'Article', icon: 'article' }],
  ['EXTERNAL_LINK', { label: 'External Link', icon: 'link' }],
  ['BLOG', { label: 'Blog', icon: 'blog' }],
]);

/** How a resource's type is shown; any type but the four is a File (LPROG-23, ENT-43). */
export function toTypeDisplay(type: string): TypeDisplay {
  return DISPLAYS.get(type) ?? FILE;
}

/** The site a resource is on, without 'www.'; '' for an address that cannot be read. */
export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
