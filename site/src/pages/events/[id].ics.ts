import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { toCalendar } from '#site/feeds/calendar.ts';

export async function getStaticPaths() {
  return (await getCollection('events')).map((event) => ({ params: { id: event.id }, props: { event } }));
}

export const GET: APIRoute<{ event: CollectionEntry<'events'> }> = ({ props: { event }, site }) =>
  new Response(toCalendar([event], site));
