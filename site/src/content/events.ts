import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { Day, type PictureField, Words } from './pieces.ts';

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

/** One picture: its file alone, or with the words for people who cannot see it (EVENT-23). */
const eventImage = <P extends PictureField>(picture: P) =>
  z.union(
    [
      picture,
      z.strictObject({
        url: picture,
        /** What the picture shows, one sentence. */
        alt: Words,
      }),
    ],
    { error: "must be a picture beside this file, or 'url' with 'alt'" },
  );

/** An event (ENT-10). Its folder is its id and address; the text below the fields is the full story. */
export const eventFields = <P extends PictureField>(picture: P) =>
  z.strictObject({
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
    /** Card picture, 1200 × 800 or larger. */
    thumbnail: picture,
    /** Gallery pictures in order; may be empty. */
    images: z.array(eventImage(picture)),
  });
export type EventFields = z.infer<ReturnType<typeof eventFields<z.ZodType<ImageMetadata>>>>;
export type EventImage = EventFields['images'][number];
