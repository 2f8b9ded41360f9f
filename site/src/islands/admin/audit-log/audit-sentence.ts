import type { AuditLogRow } from '#contract/audit-log.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { TERMS, toRoleText, toStatusText } from '#site/labels.ts';

type Said = Pick<AuditLogRow, 'action' | 'actor' | 'target' | 'description' | 'metadata' | 'names'>;

/** The rest of the sentence after the actor's name: 'approved Asha Verma'. */
export function toSentence(row: Said): string {
  const sentence = (SENTENCES[row.action] ?? aboutThing)(row);
  return row.metadata?.onlyGrandPathfinder === true ? `${sentence}, as the only Grand Pathfinder` : sentence;
}

export function toActorText({ actor }: Pick<AuditLogRow, 'actor'>): string {
  if (!actor) return 'Someone not signed in';
  return actor.name ?? 'A deleted account';
}

const SENTENCES: Record<string, (row: Said) => string> = {
  USER_CREATED: (row) => (isOwn(row) ? 'signed up' : `created the account of ${whom(row)}`),
  USER_IMPORTED: ({ metadata }) =>
    `imported ${count(metadata?.created, 'account')} and ${count(metadata?.enrolled, 'enrollment')}`,
  USER_APPROVED: (row) => `approved ${whom(row)}`,
  USER_ROLE_CHANGED: (row) => `changed the role of ${whom(row)}${fromTo(row, 'role', toRoleText)}`,
  USER_MADE_ADMINISTRATOR: (row) => `made ${whom(row)} a Grand Pathfinder on the command line`,
  DATABASE_RESTORED: () => 'restored the database from a backup',
  PASSWORD_ENDED: (row) => `ended the password and passkeys of ${whom(row)} after a restore`,
  DEMO_REMOVED: () => 'removed the demo data',
  USER_STATUS_CHANGED: (row) => {
    const done = { SUSPENDED: 'suspended', ACTIVE: 'activated' }[changeOf(row, 'status')?.to ?? ''];
    return done
      ? `${done} ${whom(row)}`
      : `changed the status of ${whom(row)}${fromTo(row, 'status', toStatusText)}`;
  },
  USER_SESSIONS_ENDED: (row) => `signed ${whom(row)} out on every device`,
  USER_EMAIL_VERIFIED: () => 'verified their own email address',
  USER_EMAIL_VERIFIED_BY_STAFF: (row) => `verified the email address of ${whom(row)} by hand`,
  USER_PROFILE_CHANGED: () => 'changed their own profile',
  PUBLIC_PAGE_SAVED: (row) => `saved their public page, which is ${row.metadata?.isPublic ? 'on' : 'off'}`,
  USER_MIGRATED_TO_V2: () => 'completed their own profile',
  USER_EMAIL_CHANGED: () => 'changed their own email address',
  EMAIL_CHANGE_REQUESTED: () => 'asked to change their own email address',
  USER_CLOSED: () => 'asked to delete their own staff account',
  USER_DELETED: () => 'deleted their own account',
  LEAGUE_FILES_IMPORTED: (row) =>
    `imported files into the league ${quoted(text(row.metadata?.name) ?? named(row, 'leagueId'))}`,
  USER_ENROLLED: (row) =>
    `enrolled ${isOwn(row) ? '' : `${whom(row)} `}in ${quoted(row.description ?? named(row, 'leagueId'))}`,
  USER_UNENROLLED: (row) =>
    `removed ${isOwn(row) ? 'themselves' : whom(row)} from ${quoted(row.description ?? named(row, 'leagueId'))}`,
  ACCESS_REFUSED: (row) => `was refused “${toScreenTerms(row.description ?? '')}”`,
  LOGIN_SUCCEEDED: () => 'signed in',
  LOGIN_FAILED: (row) => `could not sign in${row.target ? ` as ${whom(row)}` : ''}`,
  PASSKEY_ADDED: () => 'added a passkey',
  PASSKEY_REMOVED: () => 'removed a passkey of their own',
  PASSKEYS_RESET: (row) => `removed all passkeys of ${whom(row)}`,
  PASSKEY_CHECK_FAILED: () => 'used a passkey that was not accepted',
  RECOVERY_CODES_REPLACED: () => 'made new recovery codes',
  RECOVERY_CODE_FAILED: () => 'typed a wrong recovery code',
  IDENTITY_CONFIRMED: (row) =>
    `confirmed who they are${typeof row.metadata?.by === 'string' ? ` by ${row.metadata.by}` : ''}`,
  LOGIN_LOCKED: (row) =>
    `was blocked for a while after too many sign-in attempts${row.target ? ` as ${whom(row)}` : ''}`,
  LOGGED_OUT: () => 'signed out',
  CODE_FAILED: (row) => `typed a wrong code${row.actor || !row.target ? '' : ` for ${whom(row)}`}`,
  PASSWORD_CHECK_LOCKED: () => 'was blocked for a while after too many wrong passwords',
  PASSWORD_CHECK_FAILED: () => 'typed a wrong password',
  PASSWORD_CHANGED: () => 'changed their own password',
  PASSWORD_RESET_REQUESTED: (row) => `asked to reset the password${row.target ? ` of ${whom(row)}` : ''}`,
  PASSWORD_RESET_COMPLETED: () => 'reset their own password',
  SIGN_IN_REPORTED: () => 'said that a sign-in was not theirs',
  SESSION_ENDED: () => 'signed out another device',
  SESSIONS_ENDED: () => 'signed out all other devices',
  PATHFINDER_SCOPE_ASSIGNED: (row) => `gave ${whom(row)} ${leaguesOf(row)} to look after`,
  PATHFINDER_SCOPE_UPDATED: (row) => `changed what ${whom(row)} may do in ${quoted(named(row, 'leagueId'))}`,
  PATHFINDER_SCOPE_DELETED: (row) => `took ${quoted(named(row, 'leagueId'))} from ${whom(row)}`,
  RESOURCE_COMPLETED: (row) => `completed ${quoted(named(row, 'resourceId'))}`,
  RESOURCE_MARKED_FOR_REVISION: (row) => `marked ${quoted(named(row, 'resourceId'))} for revision`,
  SECTION_COMPLETED: (row) => `completed the topic ${quoted(named(row, 'sectionId'))}`,
  ASSIGNMENT_SUBMITTED: (row) => `handed in ${quoted(row.description ?? named(row, 'assignmentId'))}`,
  SUBMISSION_REVIEWED: (row) =>
    `reviewed a submission of ${whom(row)}${fromTo(row, 'status', (status) => toScreenTerms(status))}`,
  PEOPLE_READ: ({ metadata }) => `read the data of ${Number(metadata?.rows)} people at once`,
  USER_LIST_EXPORTED: (row) => `exported ${rowsOf(row, 'user')}`,
  CERTIFICATE_LIST_EXPORTED: (row) => `exported ${rowsOf(row, 'certificate')}`,
  LEARNER_LIST_EXPORTED: (row) => `exported ${rowsOf(row, 'learner')}`,
  SUBMISSION_LIST_EXPORTED: (row) => `exported ${rowsOf(row, 'submission')}`,
  AUDIT_LOG_EXPORTED: () => 'exported the audit log',
  SUBMISSION_CLAIMED: (row) => `took a submission of ${whom(row)} to review`,
  SUBMISSION_RELEASED: (row) => `gave back a submission of ${whom(row)} without a review`,
  BADGE_EARNED: (row) => `earned the badge ${quoted(row.description)}`,
  BADGE_MANUALLY_AWARDED: (row) => `awarded the badge ${quoted(row.description)} to ${whom(row)}`,
  BADGE_REVOKED: (row) => `revoked the badge ${quoted(row.description)} of ${whom(row)}`,
  SPECIALIZATION_COMPLETED: (row) => `completed the specialization ${quoted(row.description)}`,
  CERTIFICATE_ISSUED: (row) => `earned the certificate ${quoted(row.description)}`,
  ANNOUNCEMENT_TAKEN_BACK: (row) => `took back the announcement ${quoted(text(row.metadata?.title))}`,
  EVENT_OPENED: (row) =>
    `opened registration for ${quoted(text(row.metadata?.title))}${inLeague(row, 'EVENT')}`,
  MENTOR_NAMED: (row) => `named ${whom(row)} as a mentor`,
  MENTOR_REMOVED: (row) => `removed ${whom(row)} as a mentor`,
  CHECKED_IN: (row) => `checked ${guestOf(row)} in at ${eventOf(row)}`,
  REGISTRATIONS_EXPORTED: (row) => `exported ${rowsOf(row, 'registration')} of ${eventOf(row)}`,
  CERTIFICATE_RENAMED: (row) =>
    `corrected the name on the certificate ${quoted(row.description)} of ${whom(row)}`,
};

const THINGS: Record<string, { noun: string; id: string }> = {
  COHORT: { noun: 'cohort', id: 'cohortId' },
  LEAGUE: { noun: 'league', id: 'leagueId' },
  SPECIALIZATION: { noun: 'specialization', id: 'specializationId' },
  WEEK: { noun: 'module', id: 'weekId' },
  SECTION: { noun: 'topic', id: 'sectionId' },
  RESOURCE: { noun: 'resource', id: 'resourceId' },
  ASSIGNMENT: { noun: 'assignment', id: 'id' },
  BADGE: { noun: 'badge', id: 'id' },
  CERTIFICATE: { noun: 'certificate', id: 'id' },
  BREAK: { noun: 'break', id: 'breakId' },
  EVENT: { noun: 'event', id: 'eventId' },
  ANNOUNCEMENT: { noun: 'announcement', id: 'announcementId' },
};

/** LEAGUE_UPDATED: 'updated the league “Finance”'; unknown kinds keep their code as words. */
function aboutThing(row: Said): string {
  const [, kind = '', verb = ''] = /^([A-Z]+)_(.+)$/.exec(row.action) ?? [];
  const thing = THINGS[kind];
  if (!thing) return toScreenTerms(row.action);
  if (verb === 'IMPORTED') return `imported ${countsOf(row, thing.noun)}${inLeague(row, kind)}`;
  if (verb === 'REORDERED') return `reordered the ${thing.noun}s${inLeague(row, kind)}`;
  // The name at that moment, or today's if none was recorded.
  const name =
    text(row.metadata?.name) ?? text(row.metadata?.title) ?? row.description ?? named(row, thing.id);
  const done = verb === 'CASCADE_DELETED' ? 'deleted' : toScreenTerms(verb);
  const all = verb === 'CASCADE_DELETED' ? ' with its content' : '';
  const to = row.target && !isOwn(row) ? ` of ${whom(row)}` : '';
  return `${done} the ${thing.noun} ${quoted(name)}${inLeague(row, kind)}${to}${all}`;
}

function inLeague(row: Said, kind: string): string {
  const league = kind === 'LEAGUE' || kind === 'COHORT' ? null : named(row, 'leagueId');
  return league ? ` in ${league}` : '';
}

function countsOf({ metadata }: Said, noun: string): string {
  const changed = Number(metadata?.updated ?? 0);
  return `${count(metadata?.created, `new ${noun}`)}${changed > 0 ? ` and changes to ${changed}` : ''}`;
}

function count(value: unknown, noun: string): string {
  return `${Number(value ?? 0)} ${noun}${value === 1 ? '' : 's'}`;
}

function isOwn({ actor, target }: Said): boolean {
  return !target || actor?.id === target.id;
}

function whom({ target }: Said): string {
  return target?.name ?? 'a deleted account';
}

/** Guests have no account. */
const guestOf = (row: Said) => (row.target ? whom(row) : 'a guest');
/** Recorded by its id, which reads like its title. */
const eventOf = ({ metadata }: Said) => quoted(text(metadata?.eventId));

function named({ metadata, names }: Said, field: string): string | null {
  const id = metadata?.[field];
  return typeof id === 'string' ? (names[id] ?? null) : null;
}

function leaguesOf({ metadata, names }: Said): string {
  const ids = Array.isArray(metadata?.to) ? metadata.to : [];
  const known = ids.flatMap((id) => (typeof id === 'string' ? (names[id] ?? []) : []));
  return known.length === ids.length && known.length > 0
    ? known.join(', ')
    : `${ids.length} ${ids.length === 1 ? 'league' : 'leagues'}`;
}

function changeOf({ metadata }: Said, field: string): { from: string; to: string } | null {
  const change = metadata?.[field];
  if (typeof change !== 'object' || change === null) return null;
  const { from, to } = change as { from?: unknown; to?: unknown };
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
}

function fromTo(row: Said, field: string, toText: (value: string) => string): string {
  const { from = '', to = '' } = changeOf(row, field) ?? {};
  return from === to ? '' : ` from ${toText(from)} to ${toText(to)}`;
}

function rowsOf({ metadata }: Said, kind: string): string {
  return countOf(Number(metadata?.rows), kind);
}

const quoted = (name: string | null | undefined) => (name ? `“${name}”` : 'something that is gone');
const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

export interface Change {
  field: string;
  from: string | null;
  to: string | null;
}

/** Entries store old and new values as `{ from, to }` per field, below `changes`, or as whole permissions. */
export function listChanges({ metadata, names }: Pick<AuditLogRow, 'metadata' | 'names'>): Change[] {
  if (!metadata) return [];
  const nested = isRecord(metadata.changes) ? metadata.changes : {};
  const whole = 'from' in metadata || 'to' in metadata ? { permissions: metadata } : {};
  return Object.entries({ ...metadata, ...nested, ...whole }).flatMap(([field, value]) => {
    if (!isRecord(value) || (!('from' in value) && !('to' in value))) return [];
    return [{ field: toFieldLabel(field), from: shown(value.from, names), to: shown(value.to, names) }];
  });
}

export function listDetails({
  metadata,
  names,
}: Pick<AuditLogRow, 'metadata' | 'names'>): [string, string][] {
  return Object.entries(metadata ?? {}).flatMap(([field, value]) => {
    const isChange = ['from', 'to', 'changes'].includes(field) || (isRecord(value) && 'from' in value);
    const text = isChange ? null : shown(value, names);
    const label = field === 'id' && text !== value ? 'Name' : toFieldLabel(field);
    return text === null ? [] : [[label, text] as [string, string]];
  });
}

/** An import may list up to a thousand. */
const LISTED_MAX = 20;

function shown(value: unknown, names: Record<string, string>): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return names[value] ?? value;
  if (Array.isArray(value)) {
    const more = value.length > LISTED_MAX ? `, and ${value.length - LISTED_MAX} more` : '';
    const listed = value.slice(0, LISTED_MAX).map((one) => shown(one, names) ?? '–');
    return listed.length > 0 ? `${listed.join(', ')}${more}` : null;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** 'completedResources' becomes 'Completed resources', 'weekId' 'Module', LEAGUE_UPDATED 'League updated'. */
export function toFieldLabel(name: string): string {
  const label = toScreenTerms(name.replace(/Id$/, ''));
  return label.charAt(0).toUpperCase() + label.slice(1) || 'Id';
}

/** Codes that do not read well as words. */
const ACTION_LABELS: Record<string, string> = {
  BADGE_MANUALLY_AWARDED: 'Badge awarded',
  CERTIFICATE_LIST_EXPORTED: 'Certificates exported',
  LEAGUE_CASCADE_DELETED: 'League deleted with its content',
  LEARNER_LIST_EXPORTED: 'Learners exported',
  LOGGED_OUT: 'Signed out',
  LOGIN_FAILED: 'Sign-in failed',
  LOGIN_LOCKED: 'Sign-in blocked for a while',
  LOGIN_SUCCEEDED: 'Signed in',
  PATHFINDER_SCOPE_ASSIGNED: 'Leagues assigned',
  PATHFINDER_SCOPE_DELETED: 'League removed from a pathfinder',
  PATHFINDER_SCOPE_UPDATED: 'Permissions changed',
  SESSION_ENDED: 'Device signed out',
  SESSIONS_ENDED: 'Other devices signed out',
  SUBMISSION_LIST_EXPORTED: 'Submissions exported',
  USER_CREATED: 'Account created',
  USER_EMAIL_VERIFIED_BY_STAFF: 'Email verified by hand',
  USER_LIST_EXPORTED: 'Users exported',
  USER_MADE_ADMINISTRATOR: 'Grand Pathfinder made on the command line',
  USER_MIGRATED_TO_V2: 'Profile completed',
  USER_SESSIONS_ENDED: 'User signed out everywhere',
  USER_STATUS_CHANGED: 'User suspended or activated',
  USER_UNENROLLED: 'User removed from a league',
};

export const toActionLabel = (action: string) => ACTION_LABELS[action] ?? toFieldLabel(action);

function toScreenTerms(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(weeks?|sections?)\b/g, (word) => TERMS[word as keyof typeof TERMS].toLowerCase());
}
