import * as z from 'zod/mini';
import {
  MODULE_FIELDS,
  RESOURCE_FIELDS,
  type SheetFields,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import { CreateResourceBody, UpdateResourceBody } from '#contract/resources.ts';
import { CreateSectionBody, UpdateSectionBody } from '#contract/sections.ts';
import { CreateWeekBody, UpdateWeekBody } from '#contract/weeks.ts';
import { PLACES, type PlaceRules } from '../../places.ts';
import { toNumberCell } from '../csv-file.ts';
import type { ContentKind } from './tree.ts';

interface ContentRules extends PlaceRules {
  thing: string;
  fields: SheetFields;
  /** A new thing without an order goes to the end; otherwise it is refused. */
  isLastByDefault: boolean;
  named: 'name' | 'title';
  create: z.ZodMiniType<Record<string, unknown>>;
  update: z.ZodMiniType<Record<string, unknown>>;
}

export const CONTENT_RULES: Record<ContentKind, ContentRules> = {
  weeks: {
    ...PLACES.weeks,
    thing: 'module',
    fields: MODULE_FIELDS,
    isLastByDefault: false,
    named: 'name',
    create: CreateWeekBody,
    update: UpdateWeekBody,
  },
  sections: {
    ...PLACES.sections,
    thing: 'topic',
    fields: TOPIC_FIELDS,
    isLastByDefault: false,
    named: 'name',
    create: CreateSectionBody,
    update: UpdateSectionBody,
  },
  resources: {
    ...PLACES.resources,
    thing: 'resource',
    fields: RESOURCE_FIELDS,
    isLastByDefault: true,
    named: 'title',
    // The single call has the section in its path.
    create: z.extend(CreateResourceBody, { sectionId: z.string() }),
    update: UpdateResourceBody,
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
