import { z } from 'astro/zod';
import { Day, PictureUrl, Words } from './pieces.ts';

/** The categories with a style of their own (EVENT-09); any other text gets the default style. */
export const EVENT_CATEGORIES = [
  'Hackathon',
  'Accelerate Program',
  'Cohort 1.0',
  'Workshop',
  'Study Group',
  'Guest Lecture',
  'Showcase',
  'Cohort 1.5',
] as const;

/** One picture: the address alone, or with the words for people who cannot see it (EVENT-23). */
export const EventImage = z.union(
  [
    PictureUrl,
    z.strictObject({
      url: PictureUrl,
      /** What the picture shows, one sentence. */
      alt: Words,
    }),
  ],
  { error: "must be an address, or 'url' with 'alt'" },
);
export type EventImage = z.infer<typeof EventImage>;

/** An event (ENT-10). The file name is its id and address; the text below the fields is the full story. */
export const EventFields = z.strictObject({
  title: Words,
  /** One of EVENT_CATEGORIES, or a new one. */
  category: Words,
  /** The day it happened (or began), yyyy-mm-dd. */
  date: Day,
  /** The first 80 characters stand on the card, all of it on the event page. */
  description: Words,
  /** Whether the home page may show it; it takes the newest three. */
  featured: z.boolean(),
  location: Words,
  /** Card picture, 1200 × 800. */
  thumbnail: PictureUrl,
  /** Gallery pictures in order, 1200 × 800; may be empty. */
  images: z.array(EventImage),
});
export type EventFields = z.infer<typeof EventFields>;
