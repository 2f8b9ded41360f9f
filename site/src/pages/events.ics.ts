import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { sortNewestFirst } from '#site/components/events/event-texts.ts';
import { toCalendar } from '#site/feeds/calendar.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(toCalendar(sortNewestFirst(await getCollection('events')), site));
