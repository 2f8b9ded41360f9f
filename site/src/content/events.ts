import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';
import { AltText, Day, type PictureField } from './pieces.ts';

/** Categories with their own style; any other text gets the default one. */
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

const eventImage = <P extends PictureField>(picture: P) =>
  z.union(
    [
      picture.describe('The picture alone; it is announced as “(title), photo (number)”'),
      z.strictObject({
        url: picture.describe('The picture, beside this file: ./01.jpg'),
        alt: AltText.describe('What the picture shows, one sentence'),
      }),
    ],
    { error: "must be a picture beside this file such as ./01.jpg, or 'url' with 'alt'" },
  );

/** The folder name is the id and the address. */
export const eventFields = <P extends PictureField>(picture: P) =>
  z.strictObject({
    title: NonEmptyText.describe('Name of the event, as on its card'),
    category: NonEmptyText.describe('The tag on the card').meta({ examples: [...EVENT_CATEGORIES] }),
    date: Day.describe('The day it happens (or begins), year-month-day'),
    description: NonEmptyText.describe(
      'Two sentences; the first 80 characters stand on the card, all of it on its page',
    ),
    featured: z
      .boolean()
      .describe('true: the home page may show it (it takes the newest three); false: it does not'),
    location: NonEmptyText.describe('Where it is, as one would say it'),
    thumbnail: picture.describe(
      'Picture of the card, beside this file, 1200 × 800 or larger: ./thumbnail.jpg',
    ),
    images: z
      .array(eventImage(picture))
      .describe('Pictures of the gallery, in order; [] when there are none'),
    registration: z
      .boolean()
      .optional()
      .describe('true: people register on its page, once staff have opened registration'),
  });
export type EventFields = z.infer<ReturnType<typeof eventFields<z.ZodType<ImageMetadata>>>>;
export type EventImage = EventFields['images'][number];
