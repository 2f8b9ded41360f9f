import { ROLES, STATUSES } from '#contract/roles.ts';

const ACTIONS =
  /^(USER_(CREATED|APPROVED|ROLE_CHANGED|STATUS_CHANGED|CLOSED|DELETED|MADE_ADMINISTRATOR|MOVED_IN)|PATHFINDER_SCOPE_\w+|\w+_EXPORTED)$/;
const FIELDS = ['role', 'status', 'from', 'to', 'permissions', 'scopesRemoved', 'leagueId', 'rows'];
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WORDS: readonly unknown[] = [...ROLES, ...STATUSES, 'DELETED'];

/** Facts that outlive the account: roles, states, counts and ids, never typed text. Null for none. */
export function toEvidence(
  action: string,
  metadata: Record<string, unknown> | undefined,
): Record<string, unknown> | null {
  if (!metadata || !ACTIONS.test(action)) return null;
  const kept = FIELDS.flatMap((field) =>
    field in metadata && isImpersonal(metadata[field]) ? [[field, metadata[field]] as const] : [],
  );
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

function isImpersonal(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isImpersonal);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isImpersonal);
  return typeof value !== 'string' || WORDS.includes(value) || ID.test(value);
}
