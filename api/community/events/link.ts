import { EVENT_ERRORS } from '#contract/events.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isSignedFor, splitToken, toToken } from '../../platform/process/link-token.ts';
import type { SecretKey } from '../../platform/process/secrets.ts';

const PURPOSE = 'event-registration';

export const toRegistrationToken = (secret: SecretKey, id: string) => toToken(secret, PURPOSE, id, id);

/** The id of the registration. Throws REGISTRATION_NOT_FOUND. */
export function readRegistrationToken(secret: SecretKey, token: string): string {
  const { signature, id } = splitToken(token);
  if (!isSignedFor(secret, PURPOSE, id, signature)) throw new ApiError(EVENT_ERRORS.REGISTRATION_NOT_FOUND);
  return id;
}
