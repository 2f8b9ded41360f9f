import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { Accelerate } from './content/accelerate.ts';
import { EventFields } from './content/events.ts';
import { LeagueCard } from './content/league-cards.ts';
import { LegalFields } from './content/legal.ts';
import { readOrderedList } from './content/ordered-list.ts';
import { Programme } from './content/programme.ts';
import { Supporter } from './content/supporters.ts';
import { ChiefPathfinder, CoreLead, TeamMember } from './content/team.ts';
import { Testimonial } from './content/testimonials.ts';

const list = (path: string) => file(path, { parser: readOrderedList });

export const collections = {
  accelerate: defineCollection({
    loader: glob({ base: './content/programme', pattern: 'accelerate.json' }),
    schema: Accelerate,
  }),
  chiefs: defineCollection({ loader: list('content/team/chief-pathfinders.json'), schema: ChiefPathfinder }),
  coreLeads: defineCollection({ loader: list('content/team/core-leads.json'), schema: CoreLead }),
  events: defineCollection({
    loader: glob({ base: './content/events', pattern: '*.md' }),
    schema: EventFields,
  }),
  leagueCards: defineCollection({
    loader: list('content/league-cards/league-cards.json'),
    schema: LeagueCard,
  }),
  legal: defineCollection({
    loader: glob({ base: './content/legal', pattern: '*.md' }),
    schema: LegalFields,
  }),
  pathfinders: defineCollection({ loader: list('content/team/pathfinders.json'), schema: TeamMember }),
  programme: defineCollection({
    loader: glob({ base: './content/programme', pattern: 'programme.json' }),
    schema: Programme,
  }),
  supporters: defineCollection({ loader: list('content/supporters/supporters.json'), schema: Supporter }),
  testimonials: defineCollection({
    loader: list('content/testimonials/testimonials.json'),
    schema: Testimonial,
  }),
};
