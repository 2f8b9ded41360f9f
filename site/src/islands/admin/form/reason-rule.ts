import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf, toTooLong } from '#contract/text.ts';
import type { FieldErrors } from '#site/islands/shared/form/form.ts';

/** Repeats the contract's rule and messages, so that the schema stays out of the browser bundle. */
export function requireReason(min = 1): (values: { reason: string }) => FieldErrors<{ reason: string }> {
  return ({ reason }) => {
    const length = lengthOf(reason.trim());
    if (length === 0) return { reason: 'Reason is required' };
    if (length < min) return { reason: `Reason must be ${min} characters or more` };
    return length > REASON_MAX_LENGTH ? { reason: toTooLong('Reason', REASON_MAX_LENGTH) } : {};
  };
}
