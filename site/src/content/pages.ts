import { z } from 'astro/zod';
import { NonEmptyText } from '#contract/content-fields.ts';

const title = NonEmptyText.describe('The heading');
const text = NonEmptyText.describe('The sentence under the heading');

const mention = {
  description: NonEmptyText.describe('One or two sentences for search engines and shared links'),
  cardLine: NonEmptyText.describe('The line on the picture that a shared link shows'),
};

const head = {
  title: NonEmptyText.describe('The large words at the head of the page'),
  lead: NonEmptyText.describe('One to three sentences under them'),
  ...mention,
};

const markedHead = {
  ...head,
  titleMarked: NonEmptyText.describe(
    'The part of the title that is set on the accent, letter by letter as in it',
  ),
};

/** Texts of public pages without a content file of their own. */
export const Pages = z.strictObject({
  about: z
    .strictObject({
      ...markedHead,
      cohorts: z.strictObject({ title, text }).describe('Above the cohorts'),
      year: z
        .strictObject({
          title,
          text,
          hasLine: z
            .boolean()
            .describe(
              'true: a line of months from August to March is drawn, with two tracks and two gatherings; false: it is not',
            ),
          tracks: NonEmptyText.describe('Above the tracks (accelerate in programme.json)'),
          gatherings: NonEmptyText.describe('Above the gatherings (openEra in programme.json)'),
          more: NonEmptyText.describe('The button that leads to the Accelerate page'),
        })
        .describe('Around the year'),
      structure: z.strictObject({ title }).describe('Above who runs it'),
      values: z.strictObject({ title }).describe('Above the values'),
      join: NonEmptyText.describe('The button that leads to the cohorts'),
    })
    .describe('The about page; its facts are those of programme.json'),
  community: z
    .strictObject({
      ...markedHead,
      chiefs: z.strictObject({ title, text }).describe('Above the chief pathfinders'),
      next: NonEmptyText.describe('The sentence on the empty place beside them'),
      join: NonEmptyText.describe('Under it, the link that leads to the cohorts'),
      pathfinders: z.strictObject({ title, text }).describe('Above the pathfinders'),
    })
    .describe('The community page; its people are those of team/'),
  cohorts: z.strictObject(markedHead).describe('The page of cohorts; its leagues are those of the product'),
  accelerate: z
    .strictObject({
      ...mention,
      start: NonEmptyText.describe('The button that leads to the cohorts'),
      phases: z.strictObject({ title, text }).describe('Above the phases'),
      domains: z.strictObject({ title, text }).describe('Above the domains'),
    })
    .describe('The Accelerate page; its title, phases and domains are those of accelerate.json'),
  events: z.strictObject(head).describe('The list of events'),
});
