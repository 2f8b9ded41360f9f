import { ERRORS, type ErrorDefinition } from '#contract/errors.ts';
import { isRetryable, isUnavailable, isUniqueViolation, sqlStateOf } from './sql-state.ts';

interface ApiErrorOptions {
  values?: Record<string, string | number>;
  extras?: Record<string, unknown>;
  /** Seconds; also sent as Retry-After. */
  retryAfter?: number;
  /** Reason for the log in place of a stack, for refusals that come in floods. */
  because?: string;
}

export class ApiError extends Error {
  readonly reason: string;
  readonly status: number;
  readonly extras: Record<string, unknown>;
  readonly retryAfter: number | undefined;
  readonly because: string | undefined;

  constructor(
    definition: ErrorDefinition,
    { values = {}, extras = {}, retryAfter, because }: ApiErrorOptions = {},
  ) {
    super(definition.text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')));
    this.reason = definition.reason;
    this.status = definition.status;
    this.extras = retryAfter === undefined ? extras : { ...extras, retryAfter };
    this.retryAfter = retryAfter;
    this.because = because;
  }
}

/** Joins the messages with ', ' in one 400 (docs/api.md 0). */
export class InputError extends ApiError {
  constructor(messages: string[], extras: Record<string, unknown> = {}) {
    super({ ...ERRORS.INVALID_INPUT, text: messages.join(', ') }, { extras });
  }
}

/** Throws `taken` if the write violates the unique constraint. */
export async function refuseDuplicate<Result>(
  constraint: string,
  taken: ErrorDefinition,
  write: () => Promise<Result>,
  values: Record<string, string | number> = {},
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, constraint)) throw new ApiError(taken, { values });
    throw error;
  }
}

const OUT_OF_RANGE_STATES = new Set(['22001', '22003', '22021', '22P02', '22P05', '23514', '54000']);

/** Hides unexpected errors behind a plain 500. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return new ApiError(ERRORS.UNAVAILABLE, { retryAfter: 2 });
  const state = sqlStateOf(error);
  if (state === '23505' || state === '23503' || isRetryable(error)) return new ApiError(ERRORS.CONFLICT);
  if (state && OUT_OF_RANGE_STATES.has(state)) return new ApiError(ERRORS.INVALID_INPUT);
  return new ApiError(ERRORS.INTERNAL);
}
