import type { Role, Status } from '#contract/roles.ts';
import type { SubmissionStatus } from '#contract/submissions.ts';

/** The UI names a week 'Module' and a section 'Topic'. */
export const TERMS = {
  week: 'Module',
  weeks: 'Modules',
  section: 'Topic',
  sections: 'Topics',
} as const;

/** Colour pairs of styles/tokens.css: `text-{tone}` on `bg-{tone}-tint`. */
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

export const ROLE_LABELS: Record<Role, Label> = {
  PIONEER: { words: 'Pioneer', tone: 'pioneer' },
  LUMINARY: { words: 'Luminary', tone: 'luminary' },
  PATHFINDER: { words: 'Pathfinder', tone: 'pathfinder' },
  CHIEF_PATHFINDER: { words: 'Chief Pathfinder', tone: 'chief' },
  GRAND_PATHFINDER: { words: 'Grand Pathfinder', tone: 'grand' },
  ADMIN: { words: 'Admin', tone: 'admin' },
};

export const STATUS_LABELS: Record<Status, Label> = {
  PENDING: { words: 'Pending', tone: 'pending' },
  ACTIVE: { words: 'Active', tone: 'active' },
  SUSPENDED: { words: 'Suspended', tone: 'suspended' },
  INACTIVE: { words: 'Inactive', tone: 'inactive' },
};

export const SUBMISSION_STATUS_LABELS: Record<SubmissionStatus, Label> = {
  SUBMITTED: { words: 'Submitted', tone: 'info' },
  UNDER_REVIEW: { words: 'Under Review', tone: 'pending' },
  APPROVED: { words: 'Approved', tone: 'active' },
  NEEDS_REVISION: { words: 'Needs Revision', tone: 'suspended' },
};

const isKnown = <Key extends string>(table: Record<Key, unknown>, key: string): key is Key =>
  Object.hasOwn(table, key);

/** Title-cased; 'Member' without a role. */
export function toRoleText(role: string | null | undefined): string {
  if (!role) return 'Member';
  return titleCase(role);
}

export function roleTone(role: string): Tone {
  return isKnown(ROLE_LABELS, role) ? ROLE_LABELS[role].tone : 'neutral';
}

export function toStatusText(status: string): string {
  return isKnown(STATUS_LABELS, status) ? STATUS_LABELS[status].words : titleCase(status);
}

export function statusTone(status: string): Tone {
  return isKnown(STATUS_LABELS, status) ? STATUS_LABELS[status].tone : 'neutral';
}

const RESOURCE_TYPE_TEXTS = {
  VIDEO: 'Video',
  ARTICLE: 'Article',
  EXTERNAL_LINK: 'External Link',
  BLOG: 'Blog',
} as const;

export function toResourceTypeText(type: string): string {
  return isKnown(RESOURCE_TYPE_TEXTS, type) ? RESOURCE_TYPE_TEXTS[type] : 'File';
}

/** '12 min', '1 h', '1 h 25 min'. */
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
