import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './env.ts';
import { makeDataFolderPrivate } from './private-files.ts';

/**
 * The server's own key; it never enters the database, so a copy of the database opens nothing (docs/security.md F16).
 */
export interface SecretKey {
  /** HMAC-SHA-256 of purpose and value, in hex; for codes and for addresses in limit keys. */
  sign(purpose: string, value: string): string;
  /** Encrypts text with AES-256-GCM. */
  seal(text: string): string;
  /** Opens what `seal` made; throws when the key is another one. */
  unseal(sealed: string): string;
}

/** Reads SECRET_KEY, or makes a key once and keeps it in the data folder, readable by its owner alone. */
export async function loadSecretKey(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Promise<SecretKey> {
  if (config.SECRET_KEY) return createSecretKey(config.SECRET_KEY);
  const path = join(config.DATA_DIR, 'secret.key');
  makeDataFolderPrivate(config.DATA_DIR);
  try {
    await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return createSecretKey((await readFile(path, 'utf8')).trim());
}

export function createSecretKey(material: string): SecretKey {
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

/** A fresh opaque token of 256 bits (docs/security.md P14). */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: its SHA-256 in hex. A 256-bit random token needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A new row id: opaque, ordered by time, random at the end. */
export function createId(): string {
  return Bun.randomUUIDv7();
}
