import { desc, eq, sql } from 'drizzle-orm';
import * as calls from '#contract/breaks.ts';
import { listChanges, recordBy } from '../platform/audit/record.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { studyBreaks } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import { createId } from '../platform/process/secrets.ts';

export function breakRoutes(router: ApiRouter): void {
  const { db } = router.deps;

  router.serve(calls.listBreaks, async () => ({
    breaks: await db.select(FIELDS).from(studyBreaks).orderBy(desc(studyBreaks.startsOn), studyBreaks.id),
  }));

  router.serve(calls.createBreak, ({ body, ...by }) =>
    runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
      const row = toRow(body);
      const id = createId();
      await tx.insert(studyBreaks).values({ id, ...row });
      await recordBy(tx, by, 'BREAK_CREATED', { metadata: { breakId: id, ...row } });
      return { id, ...body };
    }),
  );

  router.serve(calls.updateBreak, ({ body, params, ...by }) =>
    inTransaction(db, async (tx) => {
      const before = await lockBreak(tx, params.id);
      const after = { ...before, ...body };
      const row = toRow(after);
      await tx
        .update(studyBreaks)
        .set({ ...row, updatedAt: sql`now()` })
        .where(eq(studyBreaks.id, after.id));
      const changes = listChanges(toRow(before), row);
      await recordBy(tx, by, 'BREAK_UPDATED', { metadata: { breakId: after.id, name: row.name, changes } });
      return after;
    }),
  );

  router.serve(calls.deleteBreak, ({ params, ...by }) =>
    inTransaction(db, async (tx) => {
      const { id, ...before } = await lockBreak(tx, params.id);
      await tx.delete(studyBreaks).where(eq(studyBreaks.id, id));
      await recordBy(tx, by, 'BREAK_DELETED', { metadata: { breakId: id, ...toRow(before) } });
    }),
  );
}

const FIELDS = {
  id: studyBreaks.id,
  name: studyBreaks.name,
  from: studyBreaks.startsOn,
  to: studyBreaks.endsOn,
};

/** Throws BREAK_ENDS_EARLY. */
function toRow({ name, from, to }: calls.CreateBreakBody) {
  if (to < from) throw new ApiError(calls.BREAK_ERRORS.BREAK_ENDS_EARLY);
  return { name, startsOn: from, endsOn: to };
}

async function lockBreak(tx: Database, id: string) {
  const [row] = await tx.select(FIELDS).from(studyBreaks).where(eq(studyBreaks.id, id)).for('update');
  if (!row) throw new ApiError(calls.BREAK_ERRORS.BREAK_NOT_FOUND);
  return row;
}
