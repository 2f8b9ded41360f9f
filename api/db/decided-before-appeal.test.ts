import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { expectAlone, NOW, openRowWriter, type Row, tryOut, type WriteRow } from '../test/valid-rows.ts';
import { queryRows } from './client.ts';

const DECLINED = { outcome: 'DECLINED', decided_at: NOW };
const APPEALED = { appeal: 'Please look again.', appealed_at: NOW };

let api: TestApp;
let write: WriteRow;
beforeAll(async () => {
  api = await makeApp();
  write = await openRowWriter(api);
});
afterAll(() => api.close());

test('0030 takes appeals of what nobody decided back; an answer to one becomes the decision', () =>
  tryOut(api, async (tx) => {
    const migration = Bun.file(join(import.meta.dir, 'migrations/0030_decided_before_appeal.sql'));
    await tx.execute(
      sql.raw(`alter table certificate_holds drop constraint certificate_holds_appeal, add constraint
        certificate_holds_appeal check (appeal is null or (outcome = 'DECLINED' and appealed_at is not null))`),
    );
    const { id: waiting = null } = await write(tx, 'certificate_holds', APPEALED);
    const answer = {
      appeal_outcome: 'ISSUED',
      appeal_decided_at: '2026-01-06T12:00:00Z',
      appeal_decided_by_id: 'filled',
      appeal_reason: 'A fast reader.',
    };
    const answered = await write(tx, 'certificate_holds', { ...APPEALED, ...answer });
    const { id: dateless = null } = await write(tx, 'certificate_holds', {
      ...APPEALED,
      appeal_outcome: 'DECLINED',
    });
    const right = await write(tx, 'certificate_holds', { ...DECLINED, ...APPEALED, ...answer });
    for (const statement of (await migration.text()).split('--> statement-breakpoint')) {
      await tx.execute(sql.raw(statement));
    }
    const rows = await queryRows<Row>(
      tx,
      sql`select id, outcome, to_json(decided_at) #>> '{}' as decided, decided_by_id as by, decision_reason as reason,
        num_nonnulls(appeal, appealed_at, appeal_outcome, appeal_decided_at, appeal_decided_by_id, appeal_reason) as more
        from certificate_holds`,
    );
    const byId = new Map(rows.map(({ id, ...row }) => [id ?? null, row]));
    const none = { outcome: null, decided: null, by: null, reason: null, more: 0 };
    expect(byId.get(waiting)).toEqual(none);
    expect(byId.get(answered.id ?? null)).toMatchObject({
      outcome: 'ISSUED',
      decided: expect.stringMatching(/^2026-01-06/),
      by: answered.appeal_decided_by_id,
      reason: 'A fast reader.',
      more: 0,
    });
    expect(byId.get(dateless)).toEqual({
      ...none,
      outcome: 'DECLINED',
      decided: expect.stringMatching(/^2026-01-05/),
    });
    expect(byId.get(right.id ?? null)).toMatchObject({ outcome: 'DECLINED', more: 6 });
    await expectAlone(tx, 'certificate_holds', 'certificate_holds_appeal', () =>
      write(tx, 'certificate_holds', APPEALED),
    );
  }));
