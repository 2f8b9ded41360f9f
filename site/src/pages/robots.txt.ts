import type { APIRoute } from 'astro';
import { toAddress } from '#site/seo/structured-data.ts';

// Unlisted pages carry noindex, which robots only see if they may fetch them. The cohorts page renders data from
// /api/public/.
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nAllow: /\nAllow: /api/public/\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${toAddress('/sitemap.xml', site)}\n`,
  );
