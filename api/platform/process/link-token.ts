import { isEqual, type SecretKey } from './secrets.ts';

// 132 bits.
const SIGNATURE_LENGTH = 22;

const shorten = (signature: string) =>
  Buffer.from(signature, 'hex').toString('base64url').slice(0, SIGNATURE_LENGTH);

/** A signature of `value` and the id: short enough for a path parameter; never expires. */
export function toToken(secret: SecretKey, purpose: string, value: string, id: string): string {
  return shorten(secret.sign(purpose, value)) + id;
}

export function splitToken(token: string): { signature: string; id: string } {
  return { signature: token.slice(0, SIGNATURE_LENGTH), id: token.slice(SIGNATURE_LENGTH) };
}

export function isSignedFor(secret: SecretKey, purpose: string, value: string, signature: string): boolean {
  return secret.signatures(purpose, value).some((right) => isEqual(shorten(right), signature));
}
