import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { cutEventPages, toEventsPath } from '#site/components/events/event-pages.ts';
import { sortComingFirst } from '#site/components/events/event-texts.ts';
import { PUBLIC_PAGES } from '#site/seo/public-pages.ts';
import { type SitemapEntry, toSitemap } from '#site/seo/sitemap.ts';
import { toAddress } from '#site/seo/structured-data.ts';

export const GET: APIRoute = async ({ site }) => {
  const legal = await getCollection('legal');
  const events = sortComingFirst(await getCollection('events'), new Date());
  const pages = PUBLIC_PAGES.map(({ path }): SitemapEntry => {
    const changed = legal.find(({ id }) => `/${id}` === path)?.data.lastUpdated;
    return { address: toAddress(path, site), ...(changed && { changed }) };
  });
  const more = events.map(({ id }): SitemapEntry => ({ address: toAddress(`/events/${id}`, site) }));
  const older = cutEventPages(events)
    .slice(1)
    .map(({ number }): SitemapEntry => ({ address: toAddress(toEventsPath(number), site) }));
  return new Response(toSitemap([...pages, ...older, ...more]));
};
