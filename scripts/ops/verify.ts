// Recomputes every derived number from the events; exits 1 for a difference, which --repair corrects.
import { sql } from 'drizzle-orm';
import { findMissingAwards } from '#api/awards/due.ts';
import { findDrift } from '#api/learning/counter-drift.ts';
import { rebuildCounters } from '#api/learning/recount.ts';
import { inTransaction } from '#api/platform/db/client.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';

const { values } = readArguments('npm run ops -- verify [--repair]', {
  options: { repair: { type: 'boolean', default: false } },
});

await withDatabase(async ({ db }, { TIME_ZONE }) => {
  const { drifts, awards } = await inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    // A full recount may exceed the timeout of requests.
    await tx.execute(sql`set local statement_timeout = 0`);
    return { drifts: await findDrift(tx, TIME_ZONE), awards: await findMissingAwards(tx) };
  });
  for (const { counter, rows, drift, example } of drifts) {
    const where = drift > 0 ? `, such as ${example}` : '';
    console.log(`${counter.padEnd(45)} ${String(rows).padStart(9)} rows, drift ${drift}${where}`);
  }
  for (const { counter, rows, drift } of awards)
    console.log(`${counter.padEnd(45)} ${String(rows).padStart(9)} rows, ${drift} due with the daily run`);
  const total = drifts.reduce((sum, { drift }) => sum + drift, 0);
  // Needs a new transaction to see what learners wrote before it got its locks.
  if (values.repair && total > 0) await inTransaction(db, (tx) => rebuildCounters(tx, TIME_ZONE));
  console.log(`drift ${total}${values.repair && total > 0 ? ', repaired' : ''}`);
  if (total > 0 && !values.repair) {
    console.log('npm run ops -- verify --repair stores what the events say.');
    process.exitCode = 1;
  }
});
