export interface ErrorDefinition {
  readonly reason: string;
  readonly status: number;
  /** `{name}` is replaced when the error is thrown. */
  readonly text: string;
}

/** Builds a table of errors; each key becomes its entry's `reason`. */
export function defineErrors<Key extends string>(
  table: Record<Key, { status: number; text: string }>,
): Record<Key, ErrorDefinition> {
  const entries = Object.entries<{ status: number; text: string }>(table);
  return Object.fromEntries(entries.map(([reason, entry]) => [reason, { reason, ...entry }])) as Record<
    Key,
    ErrorDefinition
  >;
}

/** Errors that any call may answer (docs/api.md 0.2); the errors of one feature are in its own contract file. */
export const ERRORS = defineErrors({
  TOKEN_REQUIRED: { status: 401, text: 'Access token is required' },
  TOKEN_INVALID: { status: 401, text: 'Invalid or expired token' },
  ACCOUNT_SUSPENDED: { status: 403, text: 'Account is suspended' },
  ACCOUNT_CLOSED: { status: 403, text: 'Account was deleted by its holder' },
  ROLE_REFUSED: { status: 403, text: 'Insufficient permissions' },
  GRAND_REQUIRED: { status: 403, text: 'Grand Pathfinder access required' },
  MENTOR_REFUSED: { status: 403, text: 'Only staff and named mentors offer sessions' },
  LEAGUE_OUT_OF_SCOPE: { status: 403, text: 'No access to this league' },
  PERMISSION_MISSING: { status: 403, text: 'Insufficient permissions' },
  ACCOUNT_PENDING: { status: 403, text: 'Account is pending approval' },
  ACCOUNT_INACTIVE: { status: 403, text: 'Account is not active' },
  EMAIL_UNVERIFIED: { status: 403, text: 'E-mail address is not verified' },
  PROOF_REQUIRED: { status: 403, text: 'Please confirm that it is you, then try again' },
  PASSKEY_REQUIRED: { status: 403, text: 'Staff need a passkey here' },
  ENROLLMENT_REQUIRED: { status: 403, text: 'You must be enrolled in this league to track progress' },

  ROUTE_NOT_FOUND: { status: 404, text: 'Route not found' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'Method not allowed' },
  BODY_INCOMPLETE: { status: 408, text: 'The request did not arrive in time. Please try again.' },
  BODY_TOO_LARGE: { status: 413, text: 'Request body is too large' },
  CONTENT_TYPE_UNSUPPORTED: { status: 415, text: 'Content type must be application/json' },
  BODY_NOT_JSON: { status: 400, text: 'Request body must be valid JSON' },
  BODY_NOT_OBJECT: { status: 400, text: 'Request body must be a JSON object' },
  INVALID_INPUT: { status: 400, text: 'Invalid input' },
  CONFLICT: { status: 409, text: 'The data changed meanwhile. Please try again.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, text: 'Idempotency key was already used for another request' },
  UNPROCESSABLE: { status: 422, text: 'The request cannot be processed' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too Many Requests' },
  INTERNAL: { status: 500, text: 'Internal server error' },
  UNAVAILABLE: { status: 503, text: 'Service temporarily unavailable' },
});

export type ErrorReason = keyof typeof ERRORS;
