import type { Role, Status } from '#contract/roles.ts';
import type { SubmissionStatus } from '#contract/submissions.ts';

/** The words screens use for what the contract calls week, section and so on. */
export const TERMS = {
  week: 'Module',
  weeks: 'Modules',
  section: 'Topic',
  sections: 'Topics',
} as const;

/** The colour pairs of styles/tokens.css: `text-{tone}` on `bg-{tone}-tint`. */
export type Tone =
  | 'pioneer'
  | 'luminary'
  | 'pathfinder'
  | 'chief'
  | 'grand'
  | 'admin'
  | 'pending'
  | 'active'
  | 'suspended'
  | 'inactive'
  | 'info'
  | 'success'
  | 'warning'
  | 'danger'
  | 'neutral'
  | 'brand';

interface Label {
  words: string;
  tone: Tone;
}

/** Role words and colours (ROLE-16). */
export const ROLE_LABELS: Record<Role, Label> = {
  PIONEER: { words: 'Pioneer', tone: 'pioneer' },
  LUMINARY: { words: 'Luminary', tone: 'luminary' },
  PATHFINDER: { words: 'Pathfinder', tone: 'pathfinder' },
  CHIEF_PATHFINDER: { words: 'Chief Pathfinder', tone: 'chief' },
  GRAND_PATHFINDER: { words: 'Grand Pathfinder', tone: 'grand' },
  ADMIN: { words: 'Admin', tone: 'admin' },
};

/** Status words and colours (ROLE-17). */
export const STATUS_LABELS: Record<Status, Label> = {
  PENDING: { words: 'Pending', tone: 'pending' },
  ACTIVE: { words: 'Active', tone: 'active' },
  SUSPENDED: { words: 'Suspended', tone: 'suspended' },
  INACTIVE: { words: 'Inactive', tone: 'inactive' },
};

/** Submission states, in words and colour (ASSIGN-09). */
export const SUBMISSION_STATUS_LABELS: Record<SubmissionStatus, Label> = {
  SUBMITTED: { words: 'Submitted', tone: 'info' },
  UNDER_REVIEW: { words: 'Under Review', tone: 'pending' },
  APPROVED: { words: 'Approved', tone: 'active' },
  NEEDS_REVISION: { words: 'Needs Revision', tone: 'suspended' },
};

const isKnown = <Key extends string>(table: Record<Key, unknown>, key: string): key is Key =>
  Object.hasOwn(table, key);

/** A role value as words, title-cased with spaces; 'Member' when there is none (PROF-05). */
export function toRoleText(role: string | null | undefined): string {
  if (!role) return 'Member';
  return titleCase(role);
}

/** The colour pair of a role; neutral for one this site does not know (ROLE-16). */
export function roleTone(role: string): Tone {
  return isKnown(ROLE_LABELS, role) ? ROLE_LABELS[role].tone : 'neutral';
}

/** A status value as words, title-cased. */
export function toStatusText(status: string): string {
  return isKnown(STATUS_LABELS, status) ? STATUS_LABELS[status].words : titleCase(status);
}

/** The colour pair of a status; neutral for one this site does not know (ROLE-17). */
export function statusTone(status: string): Tone {
  return isKnown(STATUS_LABELS, status) ? STATUS_LABELS[status].tone : 'neutral';
}

const RESOURCE_TYPE_TEXTS = {
  VIDEO: 'Video',
  ARTICLE: 'Article',
  EXTERNAL_LINK: 'External Link',
  BLOG: 'Blog',
} as const;

/** A resource type as words; any type but the four is shown as 'File' (LPROG-23). */
export function toResourceTypeText(type: string): string {
  return isKnown(RESOURCE_TYPE_TEXTS, type) ? RESOURCE_TYPE_TEXTS[type] : 'File';
}

/** A time as people say it: '12 min', '1 h', '1 h 25 min'. */
export function toMinutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''];
  return parts.filter(Boolean).join(' ');
}

function titleCase(value: string): string {
  return value
    .toLowerCase()
    .split('_')
    .filter((word) => word.length > 0)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
