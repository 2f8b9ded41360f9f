import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { RECOVERY_CODES } from '#contract/passkeys.ts';
import type { Database } from '../../platform/db/client.ts';
import { recoveryCodes } from '../../platform/db/schema/accounts.ts';
import { CODE_SIGNS, hashToken } from '../../platform/process/secrets.ts';

const LENGTH = 16;

/** For example 'K7Q2-9XMA-04TD-VJ3E', 80 random bits. */
function createCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => CODE_SIGNS[byte & 31]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

function toHash(userId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return hashToken(`recovery ${userId} ${plain}`);
}

export async function renewRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode);
  await dropRecoveryCodes(tx, userId);
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: toHash(userId, code) })));
  return codes;
}

/** Deletes the code; of two concurrent calls one returns true. */
export async function takeRecoveryCode(tx: Database, userId: string, code: string): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, toHash(userId, code))))
    .returning({ userId: recoveryCodes.userId });
  return taken.length === 1;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}

export async function dropRecoveryCodes(tx: Database, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
