import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';
import { AltText, type PictureField, Slug } from './pieces.ts';

const title = NonEmptyText.describe('The heading');
const text = NonEmptyText.describe('The sentence under the heading');

export const home = <P extends PictureField>(picture: P) =>
  z.strictObject({
    description: NonEmptyText.describe('One or two sentences for search engines and shared links'),
    card: z
      .strictObject({
        title: NonEmptyText.describe('Large words of the picture that a shared link shows'),
        line: NonEmptyText.describe('The sentence under them'),
      })
      .describe('The picture that a link to the home page shows in a chat'),
    hero: z
      .strictObject({
        badge: NonEmptyText.describe('The tag in the accent at the very top'),
        event: Slug.optional().describe(
          'Folder of the event that the line beside it leads to; without it there is no such line',
        ),
        eventLabel: NonEmptyText.optional().describe(
          "What that event is: 'Latest Hackathon'; needed when there is one",
        ),
        claim: NonEmptyText.describe('First half of the claim'),
        claimMarked: NonEmptyText.describe('Second half, with the stroke under it'),
        intro: NonEmptyText.describe('Two sentences under the claim'),
        join: NonEmptyText.describe('The button that leads to the cohorts'),
        learn: NonEmptyText.describe('The button that leads to the about page'),
        note: NonEmptyText.describe('Small words under the buttons'),
      })
      .describe('What a visitor sees first'),
    highlights: z
      .strictObject({
        title,
        stamp: NonEmptyText.describe('Small words on the stub of the ticket'),
        foot: NonEmptyText.describe('Words at its lower edge'),
      })
      .describe('The ticket; its lines are the highlights of programme.json'),
    banner: z
      .strictObject({
        title,
        text,
        label: NonEmptyText.describe('Words of the link'),
        picture: picture.describe('Wide picture, 1600 x 600: ./banner.svg'),
        pictureDark: picture.describe('The same for the dark scheme and for the Accelerate page'),
        alt: AltText.describe('What the picture shows, one sentence'),
      })
      .describe('The band that leads to the Accelerate page'),
    leagues: z.strictObject({ title, text }).describe('Above the leagues'),
    events: z
      .strictObject({ title, text, all: NonEmptyText.describe('The button that leads to all events') })
      .describe('Above the featured events'),
    team: z
      .strictObject({
        title,
        text,
        findTitle: NonEmptyText.describe('Heading of the card that leads to the community page'),
        findText: NonEmptyText.describe('Its sentence'),
      })
      .describe('Around the core leads'),
    posts: z
      .strictObject({ title, none: NonEmptyText.describe('What stands there while there is no post') })
      .describe('Above what pioneers say'),
    techStack: NonEmptyText.describe('Before the names of the tech stack'),
    supporters: z
      .strictObject({ title, more: NonEmptyText.describe('The line under the supporters') })
      .describe('Around the supporters'),
    join: z
      .strictObject({
        title,
        text,
        label: NonEmptyText.describe('The button that leads to sign-in'),
        direct: NonEmptyText.describe('The link to the messaging community (inviteUrl of site.json)'),
        stay: NonEmptyText.describe('Words before the link to the social profile'),
        follow: NonEmptyText.describe('That link'),
        scan: NonEmptyText.describe('Under the QR code'),
      })
      .describe('The band at the end'),
    footer: z
      .strictObject({
        aim: NonEmptyText.describe('Begin of the large sentence'),
        aimMarked: NonEmptyText.describe('Its part in the accent'),
        aimEnd: NonEmptyText.describe('Its end'),
        line: NonEmptyText.describe('The small sentence under it'),
      })
      .describe('The foot of every page'),
    panel: NonEmptyText.describe('Large words beside the sign-in and sign-up forms'),
  });
export type Home = z.infer<ReturnType<typeof home<z.ZodType<ImageMetadata>>>>;
