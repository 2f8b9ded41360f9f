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

export const pickEventsWithCard = (events: readonly Event[]) =>
  sortNewestFirst(events).slice(0, EVENTS_WITH_CARD);

export function toEventCard({ title, category, date, location }: Event['data']): EventCard {
  const [day = '', year = ''] = toShortDay(date).split(', ');
  return { title, category, day, year, place: location };
}

export async function findEventImage(event: Event, hasCard: boolean): Promise<string> {
  if (hasCard) return toCardAddress(`/events/${event.id}`);
  const { src, srcset } = await toPicture(event.data.thumbnail, 'card');
  // Social networks show no SVG.
  return srcset ? src : toCardAddress('/events');
}

/**
 * Path on disk. Astro keeps the original of a photograph; an SVG is already among the built files, or in development
 * its URL is its path.
 */
export function fileOf(image: ImageMetadata): string {
  const { fsPath } = image as ImageMetadata & { fsPath?: string };
  if (fsPath) return fsPath;
  const path = decodeURI(image.src.split('?', 1)[0] ?? '');
  return import.meta.env.DEV ? path.replace(/^\/@fs/, '') : join(fileURLToPath(outDir), path);
}
