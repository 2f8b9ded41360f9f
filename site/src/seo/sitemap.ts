/** A page as the sitemap lists it. */
export interface SitemapEntry {
  /** Absolute address. */
  address: string;
  /** The day of its last change, yyyy-mm-dd, where one is known. */
  changed?: string;
}

/** The sitemap of at most 50,000 pages (sitemaps.org, protocol 0.9). */
export function toSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ address, changed }) =>
      `  <url><loc>${Bun.escapeHTML(address)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
