import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { addCohort } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { describeError } from '../process/log.ts';
import { inTransaction, queryRows } from './client.ts';
import { withDeadline } from './deadline.ts';
import { cohorts } from './schema/curriculum.ts';

const api = await openTestApp();

const countCohorts = async () => (await queryRows(api.db, sql`select id from cohorts`)).length;
const insert = (tx: typeof api.db, id: string) => tx.insert(cohorts).values({ id, name: id });

test('P40 work that outlives its deadline is answered 503 and never commits', async () => {
  await addCohort(api.db);
  const before = await countCohorts();
  let finish: (() => void) | undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let outcome: unknown;
  const call = withDeadline(50, async () => {
    try {
      await inTransaction(api.db, async (tx) => {
        await insert(tx, 'late');
        await Bun.sleep(120);
      });
    } catch (error) {
      outcome = error;
    } finally {
      finish?.();
    }
  });
  await expect(call).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  await finished;
  expect(outcome).toMatchObject({ status: 503 });
  expect(await countCohorts()).toBe(before);
});

test('work in time commits', async () => {
  const before = await countCohorts();
  await withDeadline(60_000, () => inTransaction(api.db, (tx) => insert(tx, 'in-time')));
  expect(await countCohorts()).toBe(before + 1);
});

test('P40 F12 a call that is too late is logged without a stack', async () => {
  const late = await withDeadline(1, () => new Promise(() => {})).catch((error: unknown) => error);
  const logged = describeError(late);
  expect(logged).toMatchObject({ because: 'deadline' });
  expect(logged).not.toHaveProperty('stack');
});
