import { rotateKey } from '../people/credentials/keys.ts';
import type { Database } from '../platform/db/client.ts';
import { createSecretKey } from '../platform/process/secrets.ts';
import { TEST_SECRET } from './make-app.ts';

/** Makes the key that signs credentials; its id. */
export const addCredentialKey = (db: Database) => rotateKey(db, createSecretKey(TEST_SECRET));
