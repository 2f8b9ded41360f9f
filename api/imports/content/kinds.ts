import * as z from 'zod/mini';
import type { ErrorDefinition } from '#contract/errors.ts';
import { CreateResourceBody, RESOURCE_ERRORS, UpdateResourceBody } from '#contract/resources.ts';
import { CreateSectionBody, SECTION_ERRORS, UpdateSectionBody } from '#contract/sections.ts';
import { CreateWeekBody, UpdateWeekBody, WEEK_ERRORS } from '#contract/weeks.ts';
import { toNumberCell } from '../number-cell.ts';
import type { ContentKind } from './tree.ts';

/** What tells one kind of content from another; the rules are those of the single calls. */
interface ContentRules {
  thing: string;
  /** What a file may write. */
  fields: readonly string[];
  /** Written for something new whose cell is empty or has no column; of something that is there it changes nothing. */
  defaults: Readonly<Record<string, string | undefined>>;
  /** The field that names it. */
  named: 'name' | 'title';
  /** The field of the parent in a body. */
  parent: 'leagueId' | 'weekId' | 'sectionId';
  create: z.ZodMiniType<Record<string, unknown>>;
  update: z.ZodMiniType<Record<string, unknown>>;
  missing: ErrorDefinition;
  taken: ErrorDefinition;
  /** The field of its id in an audit entry. */
  idField: string;
  updated: string;
  imported: string;
}

export const CONTENT_RULES: Record<ContentKind, ContentRules> = {
  weeks: {
    thing: 'module',
    fields: ['name', 'description', 'order'],
    defaults: {},
    named: 'name',
    parent: 'leagueId',
    create: CreateWeekBody,
    update: UpdateWeekBody,
    missing: WEEK_ERRORS.WEEK_NOT_FOUND,
    taken: WEEK_ERRORS.WEEK_ORDER_TAKEN,
    idField: 'weekId',
    updated: 'WEEK_UPDATED',
    imported: 'WEEK_IMPORTED',
  },
  sections: {
    thing: 'topic',
    fields: ['name', 'description', 'order'],
    defaults: {},
    named: 'name',
    parent: 'weekId',
    create: CreateSectionBody,
    update: UpdateSectionBody,
    missing: SECTION_ERRORS.SECTION_NOT_FOUND,
    taken: SECTION_ERRORS.SECTION_ORDER_TAKEN,
    idField: 'sectionId',
    updated: 'SECTION_UPDATED',
    imported: 'SECTION_IMPORTED',
  },
  resources: {
    thing: 'resource',
    fields: ['title', 'url', 'type', 'order'],
    // Without an order it goes to the end of its topic.
    defaults: { order: undefined, type: 'EXTERNAL_LINK' },
    named: 'title',
    parent: 'sectionId',
    // The single call has its section in the path.
    create: z.extend(CreateResourceBody, { sectionId: z.string() }),
    update: UpdateResourceBody,
    missing: RESOURCE_ERRORS.RESOURCE_NOT_FOUND,
    taken: RESOURCE_ERRORS.RESOURCE_ORDER_TAKEN,
    idField: 'resourceId',
    updated: 'RESOURCE_UPDATED',
    imported: 'RESOURCE_IMPORTED',
  },
};

/** A cell as the body of the single call would hold it. 'External link' is a type as well. */
export function toBodyValue(field: string, cell: string): string | number {
  if (field === 'order') return toNumberCell(cell);
  if (field === 'type') return cell.toUpperCase().replace(/[\s-]+/g, '_');
  return cell;
}
