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

/** SQLSTATE of a database error, wherever the driver put it; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  for (const candidate of causesOf(error)) {
    for (const code of [candidate.code, candidate.errno]) {
      if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
    }
  }
  return null;
}

export function constraintOf(error: unknown): string | null {
  for (const candidate of causesOf(error)) {
    const name = candidate.constraint ?? candidate.constraint_name;
    if (typeof name === 'string') return name;
  }
  return null;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlStateOf(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint);
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23503';
}

/** True when a migration changed the statement's result columns, or the connection lost the statement. */
export function isStalePlan(error: unknown): boolean {
  for (const { routine } of causesOf(error)) {
    if (routine === 'RevalidateCachedQuery' || routine === 'FetchPreparedStatement') return true;
  }
  return false;
}

/** Includes foreign key violations: the retry sees that the row was deleted. */
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
  // Closed before it was established; the driver has already retried.
  'ERR_POSTGRES_CONNECTION_FAILED',
  'ERR_POSTGRES_CONNECTION_REFUSED',
  'ERR_POSTGRES_CONNECTION_TIMEOUT',
]);

/** True when nothing can have run: no connection, or the server does not accept connections yet (57P03). */
export function isUnreached(error: unknown): boolean {
  if (sqlStateOf(error) === '57P03') return true;
  for (const { code } of causesOf(error)) {
    if (typeof code === 'string' && UNREACHED_CODES.has(code)) return true;
  }
  return false;
}

export function isTlsRefused(error: unknown): boolean {
  for (const { code } of causesOf(error)) {
    if (code === 'ERR_POSTGRES_TLS_NOT_AVAILABLE') return true;
  }
  return false;
}
