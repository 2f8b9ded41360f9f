import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts';
import { ROLES } from '#contract/roles.ts';
import { product } from '../../platform/process/product.ts';
import { loadPasswordFilter } from './password-filter.ts';
import { toPlain } from './plain-password.ts';

const byRank = dictionary['passwords-common'];

// About 475,000 common passwords that the length rule lets through (docs/security.md P3).
const isListed = loadPasswordFilter(byRank, PASSWORD_MIN_LENGTH);

// Words popular in India, which the worldwide list ranks low.
const INDIAN_WORDS = `aditi aditya akash amit anjali ankit arjun bangalore bengaluru bharat bharatmata bhavani chennai deepak
  delhi desi dhoni durga ganesh ganesha ganpati gujarat hanuman hindustan hyderabad india indian jaihind jaimatadi jaishreeram
  jaishriram kerala khushi kohli kolkata krishna lakshmi mahadev maharashtra mumbai namaste neha omnamahshivaya omsairam pooja
  priya pune punjab radhakrishna radhe rahul raja rajesh ravi riya rohit sachin sairam sanjay shiva shivam shree shreeram sita
  suresh sweety tiranga vijay virat`;

// The 3,000 most common words that people pad with digits (docs/product.md OPEN-50), and the product's own.
const roots = new Set([
  ...byRank.slice(0, 3000),
  ...[product.name, ...ROLES, 'league', 'leagues', 'cohort', 'demo', 'learner', 'student'].map(toPlain),
  ...INDIAN_WORDS.split(/\s+/),
]);
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const ROOT_LENGTH_MIN = 4;
const PADDING_LENGTH_MAX = 6;

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

/** True for a listed password in any case, or a root with digits, signs and lookalikes ('Password1!', 'Abcd@1234'). */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return isListed(plain) || isRootWithPadding(plain) || isRootWithPadding(withoutLookalikes(plain));
}

function isRootWithPadding(plain: string): boolean {
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const letters = plain.replace(/[^\p{L}]/gu, '');
  // 'IndiaIndia1!' is 'India' twice.
  const [, root = letters] = /^(.{4,}?)\1+$/u.exec(letters) ?? [];
  if (!isWalk(word) && (root.length < ROOT_LENGTH_MIN || !(roots.has(root) || isWalk(root)))) return false;
  const padding = plain.replace(/\p{L}/gu, '');
  return padding.length <= PADDING_LENGTH_MAX || roots.has(padding.replace(/\D/g, ''));
}

function isWalk(word: string): boolean {
  return /^(\p{L})\1+$/u.test(word) || (word.length > 1 && ROWS.some((row) => row.includes(word)));
}

function withoutLookalikes(plain: string): string {
  return plain.replace(/[@431!0$57](?=.*\p{L})/gu, (sign) => LOOKALIKES[sign] ?? sign);
}
