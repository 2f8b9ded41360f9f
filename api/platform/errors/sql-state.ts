interface DriverError {
  code?: unknown;
  errno?: unknown;
  cause?: unknown;
  constraint?: unknown;
  constraint_name?: unknown;
  routine?: unknown;
}

function* causesOf(error: unknown): Generator<DriverError> {
  let current = error;
  for (let depth = 0; depth < 5 && current && typeof current === 'object'; depth++) {
    yield current as DriverError;
    current = (current as DriverError).cause;
  }
}

/** The five-character SQLSTATE of a database error, wherever the driver put it; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  for (const candidate of causesOf(error)) {
    for (const code of [candidate.code, candidate.errno]) {
      if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
    }
  }
  return null;
}

/** The name of the constraint that refused a write; null when none did. */
export function constraintOf(error: unknown): string | null {
  for (const candidate of causesOf(error)) {
    const name = candidate.constraint ?? candidate.constraint_name;
    if (typeof name === 'string') return name;
  }
  return null;
}

/** True when a unique index or constraint refused the write; with a name, when that one did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlStateOf(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint);
}

/** True when a foreign key refused the write. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23503';
}

/**
 * True when a prepared statement was refused because a migration changed the columns it answers with, or because the
 * connection has lost it.
 */
export function isStalePlan(error: unknown): boolean {
  for (const { routine } of causesOf(error)) {
    if (routine === 'RevalidateCachedQuery' || routine === 'FetchPreparedStatement') return true;
  }
  return false;
}

/**
 * Deadlock, serialization failure, a stale plan, or a row that went between being looked at and being pointed to: the same
 * work may well succeed at once, or find out what is missing.
 */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40P01' || state === '40001' || isForeignKeyViolation(error) || isStalePlan(error);
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_POSTGRES_CONNECTION_CLOSED',
  'ERR_POSTGRES_CONNECTION_FAILED',
  'ERR_POSTGRES_CONNECTION_REFUSED',
  'ERR_POSTGRES_CONNECTION_TIMEOUT',
  'ERR_POSTGRES_IDLE_TIMEOUT',
  'ERR_POSTGRES_LIFETIME_TIMEOUT',
]);

/** True when the database could not be reached, was too slow or is shutting down: worth a 503, not a 500. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state && (/^(08|53|57P)/.test(state) || state === '55P03' || state === '57014' || state === '25P03')) {
    return true;
  }
  for (const candidate of causesOf(error)) {
    if (typeof candidate.code === 'string' && CONNECTION_CODES.has(candidate.code)) return true;
  }
  return false;
}

const UNREACHED_CODES = new Set([
  // Closed before it was established; the driver has tried again for its time.
  'ERR_POSTGRES_CONNECTION_FAILED',
  'ERR_POSTGRES_CONNECTION_REFUSED',
  'ERR_POSTGRES_CONNECTION_TIMEOUT',
]);

/** True when no connection was made, or the server does not take any yet (57P03), so that nothing can have been done. */
export function isUnreached(error: unknown): boolean {
  if (sqlStateOf(error) === '57P03') return true;
  for (const { code } of causesOf(error)) {
    if (typeof code === 'string' && UNREACHED_CODES.has(code)) return true;
  }
  return false;
}

/** True when a server that was to be asked over TLS has none. */
export function isTlsRefused(error: unknown): boolean {
  for (const { code } of causesOf(error)) {
    if (code === 'ERR_POSTGRES_TLS_NOT_AVAILABLE') return true;
  }
  return false;
}
