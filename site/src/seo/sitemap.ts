export interface SitemapEntry {
  /** Absolute URL. */
  address: string;
  changed?: string;
}

/** The protocol (sitemaps.org 0.9) allows at most 50,000 pages. */
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
