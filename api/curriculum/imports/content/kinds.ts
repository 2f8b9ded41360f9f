import * as z from 'zod/mini';
import {
  MODULE_FIELDS,
  RESOURCE_FIELDS,
  type SheetFields,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import type { ErrorDefinition } from '#contract/errors.ts';
import { CreateResourceBody, RESOURCE_ERRORS, UpdateResourceBody } from '#contract/resources.ts';
import { CreateSectionBody, SECTION_ERRORS, UpdateSectionBody } from '#contract/sections.ts';
import { CreateWeekBody, UpdateWeekBody, WEEK_ERRORS } from '#contract/weeks.ts';
import { toNumberCell } from '../csv-file.ts';
import type { ContentKind } from './tree.ts';

interface ContentRules {
  thing: string;
  fields: SheetFields;
  /** A new thing without an order goes to the end; otherwise it is refused. */
  isLastByDefault: boolean;
  named: 'name' | 'title';
  parent: 'leagueId' | 'weekId' | 'sectionId';
  create: z.ZodMiniType<Record<string, unknown>>;
  update: z.ZodMiniType<Record<string, unknown>>;
  missing: ErrorDefinition;
  taken: ErrorDefinition;
  idField: string;
  updated: string;
  imported: string;
}

export const CONTENT_RULES: Record<ContentKind, ContentRules> = {
  weeks: {
    thing: 'module',
    fields: MODULE_FIELDS,
    isLastByDefault: false,
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
    fields: TOPIC_FIELDS,
    isLastByDefault: false,
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
    fields: RESOURCE_FIELDS,
    isLastByDefault: true,
    named: 'title',
    parent: 'sectionId',
    // The single call has the section in its path.
    create: z.extend(CreateResourceBody, { sectionId: z.string() }),
    update: UpdateResourceBody,
    missing: RESOURCE_ERRORS.RESOURCE_NOT_FOUND,
    taken: RESOURCE_ERRORS.RESOURCE_ORDER_TAKEN,
    idField: 'resourceId',
    updated: 'RESOURCE_UPDATED',
    imported: 'RESOURCE_IMPORTED',
  },
};

export function defaultsOf({ fields, isLastByDefault }: ContentRules): Record<string, string | undefined> {
  const fallbacks = Object.entries(fields).flatMap(([name, { fallback }]) =>
    fallback === undefined ? [] : [[name, fallback]],
  );
  return { ...(isLastByDefault ? { order: undefined } : {}), ...Object.fromEntries(fallbacks) };
}

/** Accepts 'External link' for EXTERNAL_LINK. */
export function toBodyValue(kind: ContentKind, field: string, cell: string): string | number | null {
  if (field === 'order') return toNumberCell(cell);
  if (CONTENT_RULES[kind].fields[field]?.stored === 'int') return cell === '' ? null : toNumberCell(cell);
  if (field === 'type') return cell.toUpperCase().replace(/[\s-]+/g, '_');
  return cell;
}
