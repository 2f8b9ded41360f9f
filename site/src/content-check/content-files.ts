import { z } from 'astro/zod';
import { brandSettings } from '#contract/brand-settings.ts';
import { SiteSettings } from '#contract/site-settings.ts';
import { Accelerate } from '../content/accelerate.ts';
import { eventFields } from '../content/events.ts';
import { home } from '../content/home.ts';
import { leagueCard } from '../content/league-cards.ts';
import { LegalFields } from '../content/legal.ts';
import { Pages } from '../content/pages.ts';
import type { PictureField } from '../content/pieces.ts';
import { Programme } from '../content/programme.ts';

import { supporter } from '../content/supporters.ts';
import { chiefPathfinder, coreLead, teamMember } from '../content/team.ts';
import { Testimonial } from '../content/testimonials.ts';

export interface ContentFiles {
  name: string;
  kind: 'markdown' | 'list' | 'object';
  /** Path below the content folder; `*` matches one name. */
  pattern: string;
  schema: (picture: PictureField, font: z.ZodType) => z.ZodType;
}

export const CONTENT_FILES: readonly ContentFiles[] = [
  { name: 'site', kind: 'object', pattern: 'site.json', schema: () => SiteSettings },
  { name: 'brand', kind: 'object', pattern: 'brand/brand.json', schema: brandSettings },
  { name: 'events', kind: 'markdown', pattern: 'events/*/index.md', schema: eventFields },
  { name: 'home', kind: 'object', pattern: 'home/home.json', schema: home },
  { name: 'pages', kind: 'object', pattern: 'pages/pages.json', schema: () => Pages },
  { name: 'legal', kind: 'markdown', pattern: 'legal/*.md', schema: () => LegalFields },
  { name: 'league-cards', kind: 'list', pattern: 'league-cards/league-cards.json', schema: leagueCard },
  { name: 'supporters', kind: 'list', pattern: 'supporters/supporters.json', schema: supporter },
  { name: 'core-leads', kind: 'list', pattern: 'team/core-leads.json', schema: coreLead },
  {
    name: 'chief-pathfinders',
    kind: 'list',
    pattern: 'team/chief-pathfinders.json',
    schema: chiefPathfinder,
  },
  { name: 'pathfinders', kind: 'list', pattern: 'team/pathfinders.json', schema: teamMember },
  {
    name: 'testimonials',
    kind: 'list',
    pattern: 'testimonials/testimonials.json',
    schema: () => Testimonial,
  },
  { name: 'programme', kind: 'object', pattern: 'programme/programme.json', schema: () => Programme },
  { name: 'accelerate', kind: 'object', pattern: 'programme/accelerate.json', schema: () => Accelerate },
];

/** JSON Schema for editors, with the description of each field. */
export function toJsonSchema({ kind, schema }: ContentFiles): JsonSchema {
  const one = z.toJSONSchema(schema(z.string(), z.string()), {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  const { $schema, ...entry } = one;
  if (kind !== 'list') return one;
  // `order` is filled in while reading.
  const { order: _, ...properties } = entry.properties ?? {};
  const required = entry.required?.filter((field) => field !== 'order') ?? [];
  return { ...($schema ? { $schema } : {}), type: 'array', items: { ...entry, properties, required } };
}

export interface JsonSchema {
  $schema?: string;
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}
