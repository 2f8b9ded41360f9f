import * as z from 'zod/mini';
import { PAGE_SIZE_MAX } from './constants.ts';
import { lengthOf } from './text.ts';

export { isHttpUrl, lengthOf } from './text.ts';

/** Signs that never reach storage: markup brackets and control characters other than line feed and tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const UNWANTED = /[<>\u0000-\u0008\u000B-\u001F\u007F\u2028\u2029]/g;

/** Text as it is stored: no '<', '>' or control characters, no white space around it (contract section 0). */
export function cleanText(value: string): string {
  return value.replace(/\r\n?/g, '\n').replace(UNWANTED, '').toWellFormed().trim();
}

interface TextRule {
  /** Shown when absent, empty or not text. */
  required: string;
  max?: number;
  tooLong?: string;
}

/** Required text, cleaned. */
export function requiredText({
  required,
  max = 120,
  tooLong = `Must be ${max} characters or less`,
}: TextRule) {
  return z.pipe(
    z.pipe(z.string({ error: required }), z.transform(cleanText)),
    z.string().check(
      z.refine((value) => value.length > 0, { error: required, abort: true }),
      z.refine((value) => lengthOf(value) <= max, { error: tooLong }),
    ),
  );
}

/** Optional text: absent stays undefined (unchanged); null and '' mean 'no value' and become null (contract 0.5). */
export function optionalText({ max, tooLong, notText }: { max: number; tooLong: string; notText: string }) {
  return z.optional(
    z.pipe(
      z.nullable(z.string({ error: notText })),
      z.pipe(
        z.transform((value: string | null) => (value === null ? null : cleanText(value) || null)),
        z
          .nullable(z.string())
          .check(z.refine((value) => value === null || lengthOf(value) <= max, { error: tooLong })),
      ),
    ),
  );
}

/** A description: optional, at most 5000 characters. */
export const Description = optionalText({
  max: 5000,
  tooLong: 'Description must be 5000 characters or less',
  notText: 'Description must be a string',
});

/** A position in its list: a whole number from 1 (CONST-21). */
export function orderNumber(required: string) {
  const words = 'Order must be a positive integer';
  return z
    .int({ error: ({ input }) => (input == null || input === '' ? required : words) })
    .check(z.gte(1, { error: words }), z.lte(2_147_483_647, { error: words }));
}

/** An id as it may stand in a body. */
export function requiredId(required: string) {
  return z
    .string({ error: required })
    .check(z.minLength(1, { error: required }), z.maxLength(128, { error: required }));
}

/** Paging as asked for. Bad values fall back to the defaults (contract 0.3); limit is capped at 1000. */
export const PageQuery = z.object({ page: z.optional(z.string()), limit: z.optional(z.string()) });

export interface Page {
  page: number;
  /** Rows to send; null means all. */
  limit: number | null;
}

/** Reads page and limit; `defaultLimit` null means everything when no limit is given. */
export function readPage(query: { page?: string; limit?: string }, defaultLimit: number | null): Page {
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

/** The paging block of a list reply, with every name a client may read (contract 0.3). */
export function toPagination({ page, limit }: Page, total: number): z.infer<typeof Pagination> {
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

/** A whole percentage of a whole; 0 when the whole is 0 (LPROG-41). */
export function toPercentage(part: number, whole: number): number {
  return whole > 0 ? Math.round((100 * part) / whole) : 0;
}

export const Moment = z.string();
export const Id = z.string();
export const NullableText = z.nullable(z.string());
