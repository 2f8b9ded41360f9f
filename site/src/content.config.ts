import { defineCollection } from 'astro:content';
import { file, glob, type Loader } from 'astro/loaders';
import { Accelerate } from './content/accelerate.ts';
import { contentFolder } from './content/content-folder.ts';
import { eventFields } from './content/events.ts';
import { home } from './content/home.ts';
import { leagueCard } from './content/league-cards.ts';
import { LegalFields } from './content/legal.ts';
import { readOrderedList } from './content/ordered-list.ts';
import { Pages } from './content/pages.ts';
import { Programme } from './content/programme.ts';
import { supporter } from './content/supporters.ts';
import { chiefPathfinder, coreLead, teamMember } from './content/team.ts';
import { Testimonial } from './content/testimonials.ts';

// Loads without a watcher: `npm run dev` reloads after the content check has seen a change.
const once = ({ load, ...loader }: Loader): Loader => ({
  ...loader,
  load: async ({ watcher: _, ...context }) => {
    await load(context);
    if (context.refreshContextData) context.refreshContextData.isLoaded = true;
  },
});
const list = (path: string) => once(file(`${contentFolder}/${path}`, { parser: readOrderedList }));
const files = (folder: string, pattern: string) =>
  once(glob({ base: `${contentFolder}/${folder}`, pattern }));

export const collections = {
  accelerate: defineCollection({
    loader: files('programme', 'accelerate.json'),
    schema: Accelerate,
  }),
  chiefs: defineCollection({
    loader: list('team/chief-pathfinders.json'),
    schema: ({ image }) => chiefPathfinder(image()),
  }),
  coreLeads: defineCollection({
    loader: list('team/core-leads.json'),
    schema: ({ image }) => coreLead(image()),
  }),
  events: defineCollection({
    loader: once(
      glob({
        base: `${contentFolder}/events`,
        pattern: '*/index.md',
        generateId: ({ entry }) => entry.replace(/\/index\.md$/, ''),
      }),
    ),
    schema: ({ image }) => eventFields(image()),
  }),
  home: defineCollection({
    loader: files('home', 'home.json'),
    schema: ({ image }) => home(image()),
  }),
  leagueCards: defineCollection({
    loader: list('league-cards/league-cards.json'),
    schema: ({ image }) => leagueCard(image()),
  }),
  legal: defineCollection({
    loader: files('legal', '*.md'),
    schema: LegalFields,
  }),
  pages: defineCollection({
    loader: files('pages', 'pages.json'),
    schema: Pages,
  }),
  pathfinders: defineCollection({
    loader: list('team/pathfinders.json'),
    schema: ({ image }) => teamMember(image()),
  }),
  programme: defineCollection({
    loader: files('programme', 'programme.json'),
    schema: Programme,
  }),
  supporters: defineCollection({
    loader: list('supporters/supporters.json'),
    schema: ({ image }) => supporter(image()),
  }),
  testimonials: defineCollection({
    loader: list('testimonials/testimonials.json'),
    schema: Testimonial,
  }),
};
