import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { completeResource } from '#contract/resource-progress.ts';
import { certificates } from '../platform/db/schema/awards.ts';
import { auditLog, outboxMessages } from '../platform/db/schema/operations.ts';
import { addLeague, addLearner } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { findMissingAwards, issueDueCertificates } from './due.ts';

const api = await openTestApp();

async function addFinisher(at: Date) {
  const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  const person = await addLearner(api.db, league);
  const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
  await api.call(completeResource, { token: person.token, params, body: {} });
  await api.db.execute(
    `update section_progress set completed_at = '${at.toISOString()}' where user_id = '${person.id}'`,
  );
  await api.db.delete(certificates).where(eq(certificates.userId, person.id));
  await api.db.delete(outboxMessages).where(eq(outboxMessages.userId, person.id));
  return person;
}

test('completions from before certificates get one, dated by the completion, once, without a mail', async () => {
  const at = new Date('2026-02-03T04:05:06.000Z');
  const finishers = [await addFinisher(at), await addFinisher(at), await addFinisher(at)];
  const missing = await findMissingAwards(api.db);
  expect(missing[0]).toMatchObject({ counter: 'certificates of leagues', rows: 3, drift: 3 });
  expect(missing[0]?.example).toContain(' ');
  const issued = await Promise.all([1, 2, 3, 4].map(() => issueDueCertificates(api.db)));
  expect(await issueDueCertificates(api.db)).toBe(0);
  expect(issued.reduce((sum, count) => sum + count)).toBe(3);
  expect((await findMissingAwards(api.db)).map(({ drift }) => drift)).toEqual([0, 0]);
  for (const person of finishers) {
    const rows = await api.db.select().from(certificates).where(eq(certificates.userId, person.id));
    expect(rows.map(({ completedAt, holderName }) => [completedAt, holderName])).toEqual([[at, person.name]]);
    const log = await api.db.select().from(auditLog).where(eq(auditLog.actorId, person.id));
    expect(log.filter(({ action }) => action === 'CERTIFICATE_ISSUED')).toHaveLength(2);
    const mails = await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, person.id));
    expect(mails).toEqual([]);
  }
});
