import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
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

const list = (path: string) => file(`${contentFolder}/${path}`, { parser: readOrderedList });

export const collections = {
  accelerate: defineCollection({
    loader: glob({ base: `${contentFolder}/programme`, pattern: 'accelerate.json' }),
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
    // Each event is a folder: its name is the id and the address.
    loader: glob({
      base: `${contentFolder}/events`,
      pattern: '*/index.md',
      generateId: ({ entry }) => entry.replace(/\/index\.md$/, ''),
    }),
    schema: ({ image }) => eventFields(image()),
  }),
  home: defineCollection({
    loader: glob({ base: `${contentFolder}/home`, pattern: 'home.json' }),
    schema: ({ image }) => home(image()),
  }),
  leagueCards: defineCollection({
    loader: list('league-cards/league-cards.json'),
    schema: ({ image }) => leagueCard(image()),
  }),
  legal: defineCollection({
    loader: glob({ base: `${contentFolder}/legal`, pattern: '*.md' }),
    schema: LegalFields,
  }),
  pages: defineCollection({
    loader: glob({ base: `${contentFolder}/pages`, pattern: 'pages.json' }),
    schema: Pages,
  }),
  pathfinders: defineCollection({
    loader: list('team/pathfinders.json'),
    schema: ({ image }) => teamMember(image()),
  }),
  programme: defineCollection({
    loader: glob({ base: `${contentFolder}/programme`, pattern: 'programme.json' }),
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
