import * as z from 'zod/mini';
import { parseMoment } from './assignments.ts';
import { defineCall } from './call.ts';
import { Moment, NullableText, PageQuery, Pagination } from './shared.ts';

export const AUDIT_PAGE_SIZE = 50;

const moment = (name: string) =>
  z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((value: string | undefined) => value || undefined),
    ),
    z.optional(
      z.string().check(
        z.refine((value) => parseMoment(value) !== null, {
          error: `${name} must be an ISO 8601 date`,
        }),
      ),
    ),
  );

/** `userId` matches who did it and to whom; `from` is included, `to` is not. */
export const AuditLogQuery = z.extend(PageQuery, {
  action: z.optional(z.string()),
  userId: z.optional(z.string()),
  from: moment('from'),
  to: moment('to'),
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

const Person = z.object({ id: z.string(), name: NullableText, email: NullableText });

/** One thing that happened. Name and e-mail are null where the account is gone. */
export const AuditLogRow = z.object({
  id: z.string(),
  action: z.string(),
  description: NullableText,
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  actor: z.nullable(Person),
  target: z.nullable(Person),
  ipAddress: NullableText,
  requestId: NullableText,
  createdAt: Moment,
});
export type AuditLogRow = z.infer<typeof AuditLogRow>;

export const listAuditLogs = defineCall({
  name: 'listAuditLogs',
  method: 'GET',
  path: '/admin/audit-logs',
  access: 'grand',
  summary: 'What staff and accounts did, newest first',
  query: AuditLogQuery,
  data: z.object({ logs: z.array(AuditLogRow), pagination: Pagination }),
});
