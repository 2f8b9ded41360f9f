import { desc, eq, isNull, sql } from 'drizzle-orm';
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../../platform/db/client.ts';
import { credentialKeys } from '../../platform/db/schema/people.ts';
import { type SecretKey, WrongKeyError } from '../../platform/process/secrets.ts';

const ALGORITHM = 'EdDSA';

/** Newest first. */
export const listKeys = (db: Database) =>
  db.select().from(credentialKeys).orderBy(desc(credentialKeys.createdAt), desc(credentialKeys.id));

/** Null without a key. Throws WrongKeyError for one that SECRET_KEY does not open. */
export async function findSigner(db: Database, secret: SecretKey) {
  const [key] = await listKeys(db).where(isNull(credentialKeys.retiredAt)).limit(1);
  return key ? toSigner(JSON.parse(secret.unseal(key.privateKey)), key.id) : null;
}

/** The same payload gives the same signature. */
export async function toSigner(privateKey: JWK, keyId: string) {
  const key = await importJWK(privateKey, ALGORITHM);
  return {
    keyId,
    sign: (issuerId: string, payload: object) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: ALGORITHM, typ: 'vc+jwt', cty: 'vc', kid: `${issuerId}#${keyId}` })
        .sign(key),
  };
}

/** Retires all others. Returns the id of the new key. */
export async function rotateKey(tx: Database, secret: SecretKey): Promise<string> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicKey);
  await tx.update(credentialKeys).set({ retiredAt: sql`now()` }).where(isNull(credentialKeys.retiredAt));
  await tx.insert(credentialKeys).values({
    id,
    publicKey: JSON.stringify(publicKey),
    privateKey: secret.seal(JSON.stringify(await exportJWK(pair.privateKey))),
  });
  return id;
}

/** False for an unknown key. */
export async function removeKey(db: Database, id: string): Promise<boolean> {
  const removed = await db.delete(credentialKeys).where(eq(credentialKeys.id, id)).returning();
  return removed.length > 0;
}

/** Safe beside running servers and when repeated. */
export async function resealKeys(db: Database, secret: SecretKey) {
  const counts = { resealed: 0, unreadable: 0 };
  for (const { id, privateKey } of await listKeys(db)) {
    try {
      const fresh = secret.reseal(privateKey);
      if (fresh === null) continue;
      await db.update(credentialKeys).set({ privateKey: fresh }).where(eq(credentialKeys.id, id));
      counts.resealed += 1;
    } catch (error) {
      if (!(error instanceof WrongKeyError)) throw error;
      counts.unreadable += 1;
    }
  }
  return counts;
}
