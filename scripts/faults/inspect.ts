// For `npm run faults`: prints the keys of stored writes and any inconsistency.
import { sql } from 'drizzle-orm';
import { findMissingAwards } from '#api/awards/due.ts';
import { findDrift } from '#api/learning/counter-drift.ts';
import { sealWaiting } from '#api/platform/audit/seal.ts';
import { verifyAuditLog } from '#api/platform/audit/verify.ts';
import { inTransaction, queryRows } from '#api/platform/db/client.ts';
import { withDatabase } from '../operator/database.ts';

await withDatabase(async ({ db }, { TIME_ZONE }) => {
  const rows = await queryRows<{ key: string }>(
    db,
    sql`select idempotency_key as key from progress_events where idempotency_key is not null`,
  );
  const drifts = await inTransaction(db, async (tx) => [
    ...(await findDrift(tx, TIME_ZONE)),
    ...(await findMissingAwards(tx)),
  ]);
  await sealWaiting(db);
  const { problems } = await inTransaction(db, (tx) => verifyAuditLog(tx));
  const faults = [
    ...drifts.filter(({ drift }) => drift > 0).map(({ counter, drift }) => `${counter} drifted by ${drift}`),
    ...problems,
  ];
  console.log(JSON.stringify({ keys: rows.map(({ key }) => key), faults }));
});
