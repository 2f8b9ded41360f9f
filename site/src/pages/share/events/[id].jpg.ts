import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import site from '#content/site.json';
import { drawEventCard } from '#site/share-cards/draw-card.ts';
import { fileOf, pickEventsWithCard, toEventCard } from '#site/share-cards/event-card.ts';
import { makePicture, toEventPicture } from '#site/share-cards/make-picture.ts';

export async function getStaticPaths() {
  return pickEventsWithCard(await getCollection('events')).map((event) => ({
    params: { id: event.id },
    props: { event },
  }));
}

export const GET: APIRoute<{ event: CollectionEntry<'events'> }> = async ({ props: { event } }) => {
  const drawing = drawEventCard(toEventCard(event.data), site.name);
  return new Response(await makePicture(drawing, [toEventPicture(fileOf(event.data.thumbnail))]));
};
