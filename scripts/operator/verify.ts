import { findMissingAwards } from '#api/awards/due.ts';
import { findDrift } from '#api/learning/counter-drift.ts';
import type { Database } from '#api/platform/db/client.ts';

export const findWrongNumbers = async (tx: Database) => [
  ...(await findDrift(tx)),
  ...(await findMissingAwards(tx)),
];
