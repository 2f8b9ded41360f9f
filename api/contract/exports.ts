import * as z from 'zod/mini';
import { type AccessRule, type Call, defineCall } from './call.ts';

interface ExportInput<Q extends z.ZodMiniType> {
  name: string;
  /** That of the list, and '/export'. */
  path: `/${string}/export`;
  access: AccessRule;
  summary: string;
  query: Q;
}

/**
 * The export of a staff list: every row that its search and filters leave, in its order, as a CSV file for spreadsheets
 * and not the envelope. An addition to the agreed calls (docs/decisions/0025).
 */
export function defineExport<Q extends z.ZodMiniType>(
  input: ExportInput<Q>,
): Call<undefined, z.output<Q>, unknown> {
  return defineCall({ method: 'GET', files: ['text/csv'], ...input });
}

/** What narrows and orders a list whose rules are `ListRules`; '' means not asked for. */
const asked = {
  search: z.optional(z.string()),
  /** A column's key; another one leaves the order of the list. */
  sort: z.optional(z.string()),
  direction: z.optional(z.string()),
};

/** The query of an export whose list is searched and sorted by `ListRules`, with the names of its filters. */
export function exportQuery<Name extends string>(...filters: readonly Name[]) {
  const named = Object.fromEntries(filters.map((name) => [name, z.optional(z.string())]));
  return z.object({ ...asked, ...(named as Record<Name, z.ZodMiniOptional<z.ZodMiniString>>) });
}

export type ExportQuery = z.infer<ReturnType<typeof exportQuery<never>>>;
