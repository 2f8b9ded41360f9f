import { ApiFailure } from '../http/api.ts';

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
