import { afterEach, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { listMailDomains } from '#contract/mail.ts';
import { queueCode, queueNotice, setUp, stopAll } from '../../test/mail-bench.ts';
import { addPerson } from '../../test/people.ts';
import { outboxMessages } from '../db/schema/operations.ts';

afterEach(stopAll);

test('Grand Pathfinders see a row a mail domain, the troubled ones first, and no address', async () => {
  const { api, start } = await setUp({
    onRecipient: (address) =>
      address.endsWith('@grey.test') ? 451 : address.endsWith('@strict.test') ? 550 : null,
  });
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  for (const to of ['a@good.test', 'b@good.test', 'c@grey.test', 'd@grey.test', 'e@strict.test'])
    await queueNotice(api, to);
  await queueCode(api, 'twice@good.test', '111111');
  await queueCode(api, 'twice@good.test', '222222');
  await start().drain();
  await queueNotice(api, 'waiting@good.test');
  await queueNotice(api, 'long-ago@old.test');
  await api.db
    .update(outboxMessages)
    .set({ createdAt: sql`now() - interval '8 days'` })
    .where(eq(outboxMessages.toAddress, 'long-ago@old.test'));

  const { status, body } = await api.call(listMailDomains, { token: grand.token });
  expect(status).toBe(200);
  const at = expect.stringMatching(/Z$/);
  const quiet = { lastReason: null, lastTroubleAt: null };
  expect(body.data).toEqual({
    days: 7,
    transport: 'SMTP',
    domains: [
      {
        domain: 'grey.test',
        sent: 0,
        queued: 0,
        delayed: 2,
        failed: 0,
        lastReason: 'ASKED_TO_WAIT',
        lastTroubleAt: at,
      },
      {
        domain: 'strict.test',
        sent: 0,
        queued: 0,
        delayed: 0,
        failed: 1,
        lastReason: 'REFUSED',
        lastTroubleAt: at,
      },
      { domain: 'good.test', sent: 3, queued: 1, delayed: 0, failed: 0, ...quiet },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('@');
});
