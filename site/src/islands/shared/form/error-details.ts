import { ApiFailure } from '../http/api.ts';
import type { FieldErrors } from './form.ts';

export function toAttemptsRemaining(error: unknown): number | null {
  const data = error instanceof ApiFailure ? error.data : null;
  if (typeof data !== 'object' || data === null || !('attemptsRemaining' in data)) return null;
  return typeof data.attemptsRemaining === 'number' ? data.attemptsRemaining : null;
}

export function withAttempts(text: string, error: unknown): string {
  const remaining = toAttemptsRemaining(error);
  if (remaining === null) return text;
  return `${text}\n${remaining} attempts remaining${remaining === 0 ? '. This code is used up: request a new one.' : ''}`;
}

/** Null if no pattern matches the message. */
export function toFieldErrors<Values>(
  error: unknown,
  fields: { [Name in keyof Values]?: RegExp },
): FieldErrors<Values> | null {
  if (!(error instanceof ApiFailure) || (error.status !== 400 && error.status !== 409)) return null;
  for (const name in fields) {
    if (fields[name]?.test(error.message)) return { [name]: error.message } as FieldErrors<Values>;
  }
  return null;
}
