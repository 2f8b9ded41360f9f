import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { toAtom } from '#site/feeds/atom.ts';
import { toEventNews, toUpdateNews } from '#site/feeds/news.ts';
import { findUpdatesSnapshot } from '#site/islands/updates/snapshot.ts';

export const GET: APIRoute = async ({ site }) => {
  const events = (await getCollection('events')).map(toEventNews);
  const updates = toUpdateNews((await findUpdatesSnapshot())?.updates ?? []);
  return new Response(toAtom([...events, ...updates], site));
};
