import * as z from 'zod/mini';
import { parseMoment } from './assignments.ts';
import { defineCall } from './call.ts';
import { Moment, NullableText, PageQuery, Pagination } from './shared.ts';

// Counting all entries is slow in a long log.
const AUDIT_DEADLINE_MS = 20_000;

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

/** Derived from the action's name, for the filter. */
export type AuditEntity =
  | 'account'
  | 'access'
  | 'sign-in'
  | 'cohort'
  | 'league'
  | 'specialization'
  | 'week'
  | 'section'
  | 'resource'
  | 'assignment'
  | 'badge'
  | 'progress'
  | 'break'
  | 'announcement'
  | 'event'
  | 'other';

const ENTITY_PATTERNS: readonly [RegExp, AuditEntity][] = [
  [
    /^(SECTION_COMPLETED|RESOURCE_(COMPLETED|MARKED|RESET|NOTED)|PROGRESS_|USER_(UN)?ENROLLED|REVISION_)/,
    'progress',
  ],
  [/^(LOGIN_|LOGGED_OUT|CODE_|SESSIONS?_|PASSWORD_|TOKEN_)/, 'sign-in'],
  [/^(USER_(APPROVED|ROLE_CHANGED|STATUS_CHANGED)|PATHFINDER_SCOPE_|MENTOR_|ACCESS_REFUSED)/, 'access'],
  [/^(USER_|EMAIL_|PROFILE_|PEOPLE_)/, 'account'],
  [/^(ASSIGNMENT_|SUBMISSION_)/, 'assignment'],
  [/^(BADGE_|CERTIFICATE_|SPECIALIZATION_COMPLETED)/, 'badge'],
  [/^COHORT_/, 'cohort'],
  [/^BREAK_/, 'break'],
  [/^ANNOUNCEMENT_/, 'announcement'],
  [/^(EVENT_|REGISTRATIONS_|CHECK)/, 'event'],
  [/^LEAGUE_/, 'league'],
  [/^SPECIALIZATION_/, 'specialization'],
  [/^WEEK_/, 'week'],
  [/^SECTION_/, 'section'],
  [/^RESOURCE_/, 'resource'],
];

export function entityOf(action: string): AuditEntity {
  return ENTITY_PATTERNS.find(([pattern]) => pattern.test(action))?.[1] ?? 'other';
}

/**
 * `userId` matches actor and target; `actor` and `target` search like the user list. `from` is inclusive, `to`
 * exclusive.
 */
export const AuditLogQuery = z.extend(PageQuery, {
  action: z.optional(z.string()),
  userId: z.optional(z.string()),
  actor: z.optional(z.string()),
  target: z.optional(z.string()),
  entity: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  from: moment('from'),
  to: moment('to'),
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

const Person = z.object({ id: z.string(), name: NullableText, email: NullableText });

/** Name and e-mail are null once the account is deleted. */
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
  /** Names of the things that `metadata` refers to by id: as recorded with the entry, else today's. */
  names: z.record(z.string(), z.string()),
});
export type AuditLogRow = z.infer<typeof AuditLogRow>;

export const listAuditLogs = defineCall('listAuditLogs', {
  route: 'GET /admin/audit-logs',
  access: 'grand',
  summary: 'What staff and accounts did, newest first',
  query: AuditLogQuery,
  data: z.object({
    logs: z.array(AuditLogRow),
    pagination: Pagination,
    actions: z.array(z.string()),
  }),
  deadlineMs: AUDIT_DEADLINE_MS,
  personIdsIn: ({ logs }) => logs.flatMap(({ actor, target }) => [actor?.id ?? [], target?.id ?? []].flat()),
});

export const exportAuditLogs = defineCall('exportAuditLogs', {
  route: 'GET /admin/audit-logs/export',
  access: 'grand',
  summary: 'The audit trail as CSV',
  query: AuditLogQuery,
  files: ['text/csv'],
});
