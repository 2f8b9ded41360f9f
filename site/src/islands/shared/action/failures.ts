import type { ERRORS } from '#contract/errors.ts';
import { ApiFailure, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';

const PASSKEY_REQUIRED: keyof typeof ERRORS = 'PASSKEY_REQUIRED';

export function toLoadFailure(many: string, error: unknown): string {
  return `Failed to load ${many}: ${toMessage(error, REQUEST_FAILED)}`;
}

export function isPasskeyMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === PASSKEY_REQUIRED;
}

export function toLoadAdvice(error: unknown): string {
  if (isPasskeyMissing(error)) return 'Nothing was changed. Show your passkey or add one, then try again.';
  const answered = error instanceof ApiFailure && error.kind === 'refused';
  return `Nothing was changed. ${answered ? 'Try again in a moment.' : 'Check your connection, then try again.'}`;
}

/** 'Failed to create cohort: {message}', or without the message if it is the generic one. */
export function toActionFailure(action: string, error: unknown): string {
  const message = error instanceof ApiFailure && error.message !== REQUEST_FAILED ? error.message : null;
  return message ? `Failed to ${action}: ${message}` : `Failed to ${action}`;
}

/** Adds the full stop that messages of the server may lack. */
export function toSentences(...texts: string[]): string {
  return texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');
}
