import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { readStored, writeStored } from '../offline/storage.ts';

const KEY = 'browserSecret';
// 215 random bits as 43 base-32 digits. Kept in memory if storage is blocked.
let secret = '';

/**
 * Identifies the browser, so that password guessing does not lock out its owner (docs/security.md P19). Survives
 * sign-outs.
 */
export function browserHeader(): Record<string, string> {
  secret = readStored('local', KEY) ?? secret;
  secret ||= Array.from(crypto.getRandomValues(new Uint8Array(43)), (byte) => (byte & 31).toString(32)).join(
    '',
  );
  writeStored('local', KEY, secret);
  return { [DEVICE_TOKEN_HEADER]: secret };
}
