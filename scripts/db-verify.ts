// Works out every derived number anew from the learners' events, compares it with what is stored and prints the drift,
// which is 0. With --repair it writes the numbers of the events. Ends with 1 when drift is left.
// Usage: bun scripts/db-verify.ts [--repair]
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { inTransaction } from '#api/db/client.ts';
import { migrateDatabase } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { parseEnv } from '#api/env.ts';
import { type Drift, findDrift } from '#api/learning/counter-drift.ts';
import { rebuildCounters } from '#api/learning/recount.ts';

const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } });

try {
  const database = await openDatabase(parseEnv(process.env), console.error);
  try {
    await migrateDatabase(database);
    const verify = () =>
      inTransaction(database.db, async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read`);
        await tx.execute(sql`set local statement_timeout = 0`);
        return findDrift(tx);
      });
    let drifts = await verify();
    print(drifts);
    if (values.repair && total(drifts) > 0) {
      await inTransaction(database.db, rebuildCounters);
      console.log('\nRepaired from the events.\n');
      drifts = await verify();
      print(drifts);
    }
    process.exitCode = total(drifts) === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function total(drifts: readonly Drift[]): number {
  return drifts.reduce((sum, { drift }) => sum + drift, 0);
}

function print(drifts: readonly Drift[]): void {
  const width = Math.max(...drifts.map(({ counter }) => counter.length));
  for (const { counter, rows, drift, example } of drifts) {
    const where = example === null ? '' : `  (such as ${example})`;
    console.log(`${counter.padEnd(width)}  ${String(rows).padStart(9)} rows  drift ${drift}${where}`);
  }
  const sum = total(drifts);
  console.log(sum === 0 ? '✔ Drift 0' : `✖ Drift ${sum}. Run it with --repair to write what the events say.`);
}
