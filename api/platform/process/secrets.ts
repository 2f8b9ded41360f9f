import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, isLongEnough, SECRET_KEY_MIN_LENGTH, splitKeys } from './env.ts';
import { makeDataFolderPrivate, requirePrivate } from './private-files.ts';
import { StartError } from './start-error.ts';

/**
 * Kept outside the database, so that a copy of it opens nothing (docs/security.md F16). The newest key signs and seals,
 * older ones still verify and open (docs/security.md P9).
 */
export interface SecretKey {
  /** HMAC-SHA-256 by the newest key, in hex. */
  sign(purpose: string, value: string): string;
  /** By every key, newest first, to find what an older key signed. */
  signatures(purpose: string, value: string): string[];
  /** Accepts any key; constant time. */
  verify(purpose: string, value: string, signature: string): boolean;
  seal(text: string): string;
  unseal(sealed: string): string;
  /** Seals with the newest key; null if it already is. Throws WrongKeyError. */
  reseal(sealed: string): string | null;
}

export class WrongKeyError extends Error {}

/**
 * Reads SECRET_KEY or the key file, newest key first; creates the file once and never replaces it. Throws StartError,
 * or DataFolderError for a file that others can read.
 */
export async function loadSecretKey(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Promise<SecretKey> {
  if (config.SECRET_KEY) return createSecretKey(...config.SECRET_KEY);
  const path = join(config.DATA_DIR, 'secret.key');
  makeDataFolderPrivate(config.DATA_DIR);
  try {
    await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartError(
        `No secret key can be kept in ${path} (${reasonOf(error)}). Set SECRET_KEY or DATA_DIR.`,
      );
    }
  }
  requirePrivate(path);
  return createSecretKey(...readKeyFile(path));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no key has
const NO_TEXT = /[\0-\x08\x0e-\x1f\ufffd]/;
const KEY_LOST =
  'Put the key back; without it, remove the file to have a new one made: codes and mail that are on their way are lost then.';

function readKeyFile(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`No secret key can be read from ${path} (${reasonOf(error)}). ${KEY_LOST}`);
  }
  if (NO_TEXT.test(text))
    throw new StartError(`${path} holds what is no text, so it is damaged. ${KEY_LOST}`);
  const keys = splitKeys(text);
  if (keys.every(isLongEnough)) return keys;
  throw new StartError(
    `${path} holds a key of fewer than ${SECRET_KEY_MIN_LENGTH} characters, which somebody could guess: it was cut ` +
      `short, or there is a comma too many. ${KEY_LOST}`,
  );
}

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

export function createSecretKey(...materials: string[]): SecretKey {
  const [newest, ...older] = materials.map(createOneKey);
  if (!newest) throw new Error('A secret key is expected');
  const keys = [newest, ...older];
  const signatures = (purpose: string, value: string) => keys.map((key) => key.sign(purpose, value));
  const openWith = (candidates: OneKey[], sealed: string): string => {
    const [key, ...others] = candidates;
    if (!key) throw new WrongKeyError('It was sealed with another key');
    try {
      return key.unseal(sealed);
    } catch {
      return openWith(others, sealed);
    }
  };
  return {
    sign: newest.sign,
    signatures,
    verify: (purpose, value, signature) =>
      signatures(purpose, value).filter((right) => isEqual(right, signature)).length > 0,
    seal: newest.seal,
    unseal: (sealed) => openWith(keys, sealed),
    reseal: (sealed) => {
      try {
        newest.unseal(sealed);
        return null;
      } catch {
        return newest.seal(openWith(older, sealed));
      }
    },
  };
}

/** Takes as long for any two texts of one length. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type OneKey = Pick<SecretKey, 'sign' | 'seal' | 'unseal'>;

function createOneKey(material: string): OneKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', material, '', purpose, 32));
  const signing = derive('signing');
  const sealing = derive('sealing');
  return {
    sign: (purpose, value) => createHmac('sha256', signing).update(`${purpose}\0${value}`).digest('hex'),
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Crockford's base32: no letters that look alike. */
export const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function randomText(signs: string, length: number): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
}

/** SHA-256; a random token of 256 bits needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** UUIDv7, so ids sort by time. */
export function createId(): string {
  return Bun.randomUUIDv7();
}
