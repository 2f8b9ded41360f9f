import { type HandleField, readHandle } from '#contract/profile-rules.ts';
import { toWebAddress } from '#contract/text.ts';
import { SOCIAL_FIELDS, type SocialField } from '#contract/users.ts';
import type { SocialHandles } from './social-tiles.ts';

export const HANDLE_FIELDS = [
  'githubUsername',
  'twitterHandle',
  'kaggleUsername',
] as const satisfies HandleField[];

export const ADDRESS_FIELDS = ['portfolioUrl', 'linkedinUrl'] as const satisfies SocialField[];

/** Trims values; an empty one becomes null, a pasted profile URL becomes its handle. */
export function toSocialBody(typed: Record<SocialField, string>): SocialHandles {
  const body = Object.fromEntries(
    SOCIAL_FIELDS.map((field) => [field, typed[field].trim() || null]),
  ) as SocialHandles;
  for (const field of ADDRESS_FIELDS) body[field] = toWebAddress(typed[field]) || null;
  for (const field of HANDLE_FIELDS) body[field] = (readHandle(field, typed[field]) ?? body[field]) || null;
  return body;
}

export function toSaveFailure(message: string): string {
  if (message.includes('token')) return 'Session expired. Please login again.';
  if (message.includes('Network')) return 'Network error. Please check your connection.';
  return `Failed to update: ${message}`;
}
