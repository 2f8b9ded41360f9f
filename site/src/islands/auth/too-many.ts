import type { ERRORS } from '#contract/errors.ts';
import { ApiFailure } from '../shared/http/api.ts';

const TOO_MANY: keyof typeof ERRORS = 'TOO_MANY_REQUESTS';

/** What a limit refused, with the way out that the server names; null for any other failure. */
export function toTooManyText(error: unknown): string | null {
  if (!(error instanceof ApiFailure) || error.code !== TOO_MANY) return null;
  const { details } = error.reply ?? {};
  return typeof details === 'string' ? `${error.message}. ${details}` : error.message;
}
