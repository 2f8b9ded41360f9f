import * as z from 'zod/mini';
import {
  DESCRIPTION_MAX_LENGTH,
  ID_MAX_LENGTH,
  INTEGER_MAX,
  NAME_MAX_LENGTH,
  PAGE_SIZE_MAX,
} from './constants.ts';
import { cleanProse, cleanText, cleanUrl, isHttpUrl, lengthOf, toTooLong } from './text.ts';

interface TextRule {
  required: string;
  /** Field name in 'Name must be 120 characters or less'. */
  field: string;
  max?: number;
  tooLong?: string;
  /** Defaults to cleanText; cleanProse keeps several lines. */
  clean?: (value: string) => string;
}

export function requiredText({
  required,
  field,
  max = NAME_MAX_LENGTH,
  tooLong = toTooLong(field, max),
  clean = cleanText,
}: TextRule) {
  return z.pipe(
    z.pipe(z.string({ error: required }), z.transform(clean)),
    z.string().check(
      z.refine((value) => value.length > 0, { error: required, abort: true }),
      z.refine((value) => lengthOf(value) <= max, { error: tooLong }),
    ),
  );
}

/** Absent stays undefined (unchanged); null and '' become null (docs/api.md 0.5). */
export function optionalText({
  field,
  max = NAME_MAX_LENGTH,
  clean = cleanText,
}: Pick<TextRule, 'field' | 'max' | 'clean'>) {
  return z.optional(
    z.pipe(
      z.nullable(z.string({ error: `${field} must be a string` })),
      z.pipe(
        z.transform((value: string | null) => (value === null ? null : clean(value) || null)),
        z
          .nullable(z.string())
          .check(
            z.refine((value) => value === null || lengthOf(value) <= max, { error: toTooLong(field, max) }),
          ),
      ),
    ),
  );
}

/** Absent stays undefined; null and '' clear the address. */
export function optionalUrl(invalid: string) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string({ error: invalid })),
        z.transform((value: string | null) => (value === null ? null : cleanUrl(value) || null)),
      ),
      z
        .nullable(z.string())
        .check(z.refine((value) => value === null || isHttpUrl(value), { error: invalid })),
    ),
  );
}

export const Description = optionalText({
  field: 'Description',
  max: DESCRIPTION_MAX_LENGTH,
  clean: cleanProse,
});

export function orderNumber(required: string) {
  const notPositive = 'Order must be a positive integer';
  return z
    .int({ error: ({ input }) => (input == null || input === '' ? required : notPositive) })
    .check(z.gte(1, { error: notPositive }), z.lte(INTEGER_MAX, { error: notPositive }));
}

export function requiredId(required: string) {
  return z
    .string({ error: required })
    .check(z.minLength(1, { error: required }), z.maxLength(ID_MAX_LENGTH, { error: required }));
}

/** Within years of four digits, which compare as text. */
export function requiredDay(field: string) {
  const error = `${field} must be a date like 2026-11-05`;
  return z.iso.date({ error }).check(z.refine((value) => value.startsWith('2'), { error }));
}

/** Invalid values fall back to the defaults (docs/api.md 0.3); limit is capped at 1000. */
export const PageQuery = z.object({ page: z.optional(z.string()), limit: z.optional(z.string()) });

export interface Page {
  page: number;
  limit: number | null;
}

/** With `defaultLimit` null a query without limit returns everything. */
export function readPage<Limit extends number | null>(
  query: { page?: string; limit?: string },
  defaultLimit: Limit,
): { page: number; limit: number | Limit } {
  return {
    page: positiveInteger(query.page) ?? 1,
    limit: clampLimit(positiveInteger(query.limit)) ?? defaultLimit,
  };
}

function positiveInteger(value: string | undefined): number | null {
  if (value === undefined || !/^\d{1,9}$/.test(value)) return null;
  const number = Number(value);
  return number >= 1 ? number : null;
}

function clampLimit(limit: number | null): number | null {
  return limit === null ? null : Math.min(limit, PAGE_SIZE_MAX);
}

export const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  totalPages: z.number(),
  totalCount: z.number(),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
});
export type Pagination = z.infer<typeof Pagination>;

/** Repeats values under every name that clients read (docs/api.md 0.3). */
export function toPagination({ page, limit }: Page, total: number): Pagination {
  const size = limit ?? Math.max(total, 1);
  const totalPages = Math.ceil(total / size);
  return {
    page,
    limit: size,
    total,
    totalPages,
    totalCount: total,
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1 && total > 0,
  };
}

export function toPercentage(part: number, whole: number): number {
  return whole > 0 ? Math.round((100 * part) / whole) : 0;
}

export const Moment = z.string();
export const Id = z.string();
export const NullableText = z.nullable(z.string());
export const Named = z.object({ id: z.string(), name: z.string() });

export const ScopePermissions = z.object({
  canManageUsers: z.boolean(),
  canViewAnalytics: z.boolean(),
  canCreateContent: z.boolean(),
});
