import { outDir } from 'astro:config/server';
import type { CollectionEntry } from 'astro:content';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImageMetadata } from 'astro';
import { sortNewestFirst, toShortDay } from '#site/components/events/event-texts.ts';
import { toPicture } from '#site/components/pictures/to-picture.ts';
import { EVENTS_WITH_CARD, toCardAddress } from '../seo/card-addresses.ts';
import type { EventCard } from './draw-card.ts';

type Event = CollectionEntry<'events'>;

/** The events that get a card, newest first. */
export const pickEventsWithCard = (events: readonly Event[]) =>
  sortNewestFirst(events).slice(0, EVENTS_WITH_CARD);

/** What an event's card says. */
export function toEventCard({ title, category, date, location }: Event['data']): EventCard {
  const [day = '', year = ''] = toShortDay(date).split(', ');
  return { title, category, day, year, place: location };
}

/** The picture to share of an event: its card, else its own photograph, else the card of all events. */
export async function findEventImage(event: Event, hasCard: boolean): Promise<string> {
  if (hasCard) return toCardAddress(`/events/${event.id}`);
  const { src, srcset } = await toPicture(event.data.thumbnail, 'card');
  // A drawing has no copies, and networks show none.
  return srcset ? src : toCardAddress('/events');
}

/**
 * The file of a picture on this machine. Of a photograph Astro knows the original; a drawing (SVG) has been laid among
 * the built files by now, and in development its address is its place on the disk.
 */
export function fileOf(image: ImageMetadata): string {
  const { fsPath } = image as ImageMetadata & { fsPath?: string };
  if (fsPath) return fsPath;
  const path = decodeURI(image.src.split('?', 1)[0] ?? '');
  return import.meta.env.DEV ? path.replace(/^\/@fs/, '') : join(fileURLToPath(outDir), path);
}
