import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { RECOVERY_CODES } from '#contract/passkeys.ts';
import type { Database } from '../../platform/db/client.ts';
import { recoveryCodes } from '../../platform/db/schema/accounts.ts';
import { hashToken } from '../../platform/process/secrets.ts';

/** Crockford's base 32, without look-alikes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** 80 random bits: 'K7Q2-9XMA-04TD-VJ3E'. */
function createCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Hashes a code whatever its case, spaces and look-alikes. */
function toHash(userId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return hashToken(`recovery ${userId} ${plain}`);
}

/** Replaces all codes; the result is shown once and not stored. */
export async function renewRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode);
  await dropRecoveryCodes(tx, userId);
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: toHash(userId, code) })));
  return codes;
}

/** False for an unknown or used code. Of two at once one wins. */
export async function takeRecoveryCode(tx: Database, userId: string, code: string): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, toHash(userId, code))))
    .returning({ userId: recoveryCodes.userId });
  return taken.length === 1;
}

/** How many codes an account has left. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}

/** Makes every code of an account void. */
export async function dropRecoveryCodes(tx: Database, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
