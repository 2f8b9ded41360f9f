import type { FieldErrors } from '../shared/form/form.ts';
import { ApiFailure } from '../shared/http/api.ts';

/** Null if no pattern matches the message. */
export function toFieldFault<Values>(
  error: unknown,
  fields: { [Name in keyof Values]?: RegExp },
): FieldErrors<Values> | null {
  if (!(error instanceof ApiFailure) || (error.status !== 400 && error.status !== 409)) return null;
  for (const name in fields) {
    if (fields[name]?.test(error.message)) return { [name]: error.message } as FieldErrors<Values>;
  }
  return null;
}
