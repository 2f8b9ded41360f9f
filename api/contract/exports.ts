import * as z from 'zod/mini';
import { type AccessRule, type Call, defineCall } from './call.ts';

interface ExportInput<Q extends z.ZodMiniType> {
  /** Path of the list plus '/export'. */
  path: `/${string}/export`;
  access: AccessRule;
  summary: string;
  query: Q;
}

/** Declares the CSV export of a staff list: all rows after search and filters, in their order (docs/decisions/0025). */
export function defineExport<Q extends z.ZodMiniType>(
  name: string,
  { path, ...details }: ExportInput<Q>,
): Call<undefined, z.output<Q>, unknown> {
  return defineCall(name, { route: `GET ${path}`, files: ['text/csv'], ...details });
}

const asked = {
  search: z.optional(z.string()),
  /** An unknown column leaves the default order. */
  sort: z.optional(z.string()),
  direction: z.optional(z.string()),
};

export function exportQuery<Name extends string>(...filters: readonly Name[]) {
  const named = Object.fromEntries(filters.map((name) => [name, z.optional(z.string())]));
  return z.object({ ...asked, ...(named as Record<Name, z.ZodMiniOptional<z.ZodMiniString>>) });
}

export type ExportQuery = z.infer<ReturnType<typeof exportQuery<never>>>;
