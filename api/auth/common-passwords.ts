import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts';
import { loadPasswordFilter } from './password-filter.ts';

const byRank = dictionary['passwords-common'];

/** The common passwords that our length rule would let through: some 475,000 (docs/security.md P3). */
const isListed = loadPasswordFilter(byRank, PASSWORD_MIN_LENGTH);

/**
 * The 3,000 that people choose most (docs/product.md OPEN-50), of any length: what they dress up to get past rules on
 * composition.
 */
const roots = new Set(byRank.slice(0, 3000));
const ROOT_LENGTH_MIN = 4;
/** A year and two signs. More than that is a password of its own, whatever word stands in it. */
const DRESS_LENGTH_MAX = 6;

/** Signs people put for letters. */
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * True when the password is one of the common ones, whatever its case, or one of the very common ones dressed up:
 * digits and signs around it, lookalikes in it ('Password1!', 'P@ssw0rd2026').
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return isListed(plain) || isDressed(plain) || isDressed(withoutLookalikes(plain));
}

function isDressed(plain: string): boolean {
  const root = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (root.length < ROOT_LENGTH_MIN || !roots.has(root)) return false;
  const dress = plain.replace(root, '');
  return dress.length <= DRESS_LENGTH_MAX || roots.has(dress.replace(/\D/g, ''));
}

/** Lookalikes inside the word alone: behind it they are the dress. */
function withoutLookalikes(plain: string): string {
  return plain.replace(/[@431!0$57](?=.*\p{L})/gu, (sign) => LOOKALIKES[sign] ?? sign);
}
