import { seedDemo } from '../demo/seed.ts';
import { parseEnv } from '../platform/process/env.ts';
import { createSecretKey } from '../platform/process/secrets.ts';
import { type Fill, TEST_SECRET } from './make-app.ts';

/** For `makeApp`: the demo data. One constant for all, so that it is made once a process and copied from then on. */
export const demoData: Fill = async (db) => {
  await seedDemo(db, parseEnv({}), createSecretKey(TEST_SECRET));
};
