import type { ERRORS } from '#contract/errors.ts';
import { ApiFailure, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';

const PASSKEY_REQUIRED: keyof typeof ERRORS = 'PASSKEY_REQUIRED';

/** 'Failed to load cohorts: {message}' (ERR-16), in place of the page (ADMIN-24, docs/product.md OPEN-27). */
export function toLoadFailure(many: string, error: unknown): string {
  return `Failed to load ${many}: ${toMessage(error, REQUEST_FAILED)}`;
}

/** Instead of it where an extension of the browser stops the call. */
export function toBlockedFailure(many: string): string {
  return `Failed to load ${many}: something in this browser seems to block the request`;
}

export const BLOCKED_ADVICE = 'Allow this site in your content blocker or extension, then try again.';

/** Staff calls of this session need a passkey. */
export function isPasskeyMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === PASSKEY_REQUIRED;
}

/** Mentions the connection only if the server did not answer. */
export function toLoadAdvice(error: unknown): string {
  if (isPasskeyMissing(error)) return 'Nothing was changed. Show your passkey or add one, then try again.';
  const answered = error instanceof ApiFailure && error.kind === 'refused';
  return `Nothing was changed. ${answered ? 'Try again in a moment.' : 'Check your connection, then try again.'}`;
}

/**
 * 'Failed to create cohort: {message}', or without the message. Kinds as week and section (docs/product.md OPEN-25).
 */
export function toActionFailure(action: string, error: unknown): string {
  const message = error instanceof ApiFailure && error.message !== REQUEST_FAILED ? error.message : null;
  return message ? `Failed to ${action}: ${message}` : `Failed to ${action}`;
}

/** Joins sentences; the server's may lack a full stop. */
export function toSentences(...texts: string[]): string {
  return texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');
}
