import type { CollectionEntry } from 'astro:content';
import { expect, mock, test } from 'bun:test';

// The build's own modules: a copy of a photograph is a WebP.
mock.module('astro:config/server', () => ({ outDir: new URL('file:///dist/') }));
mock.module('astro:assets', () => ({
  getImage: async () => ({ src: '/_astro/stage.webp', srcSet: { attribute: '/_astro/stage.webp 800w' } }),
}));
const { findEventImage } = await import('./event-card.ts');

const event = (format: 'svg' | 'jpg') =>
  ({
    id: 'open-day-1',
    data: { thumbnail: { src: `/_astro/stage.${format}`, width: 800, height: 600, format } },
  }) as CollectionEntry<'events'>;

test('an event shares its card, an older one its photograph, or the card of all events for a drawing', async () => {
  expect(await findEventImage(event('svg'), true)).toBe('/share/events/open-day-1.jpg');
  expect(await findEventImage(event('jpg'), false)).toBe('/_astro/stage.webp');
  expect(await findEventImage(event('svg'), false)).toBe('/share/events.jpg');
});
