import type { APIRoute } from 'astro';
import { toAddress } from '#site/seo/structured-data.ts';

// Pages that are nobody's find say so themselves (noindex); a robot has to read them to know. The page of cohorts is drawn
// by script from what the API tells everybody.
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nAllow: /\nAllow: /api/public/\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${toAddress('/sitemap.xml', site)}\n`,
  );
