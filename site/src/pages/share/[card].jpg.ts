import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import site from '#content/site.json';
import { sortNewestFirst } from '#site/components/events/event-texts.ts';
import { toCardName } from '#site/seo/card-addresses.ts';
import { PUBLIC_PAGES, type PublicPage } from '#site/seo/public-pages.ts';
import { drawPageCard } from '#site/share-cards/draw-card.ts';
import { fileOf } from '#site/share-cards/event-card.ts';
import { makePicture, PICTURE_WALL } from '#site/share-cards/make-picture.ts';

export function getStaticPaths() {
  return PUBLIC_PAGES.map((page) => ({ params: { card: toCardName(page.path) }, props: { page } }));
}

export const GET: APIRoute<{ page: PublicPage }> = async ({ props: { page } }) => {
  const { title, card } = page;
  const newest = card.art === 'pictures' ? sortNewestFirst(await getCollection('events')) : [];
  const wall = PICTURE_WALL.flatMap((room, index) => {
    const event = newest[index];
    return event ? [{ ...room, file: fileOf(event.data.thumbnail) }] : [];
  });
  return new Response(await makePicture(drawPageCard({ title, ...card }, site.name), wall));
};
