import { expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../../platform/db/client.ts';
import { sweepMail } from '../../platform/mail/outbox.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { sweepExpired } from './sessions.ts';

const api = await openTestApp();

test('what docs/privacy.md calls temporary is swept at its time, and what is a minute younger stays', async () => {
  const { db } = api;
  const person = await addPerson(db);
  const [old, young] = await Promise.all([addPerson(db), addPerson(db)]);
  await db.execute(sql`delete from sessions`);
  const minute = sql`interval '1 minute'`;
  /** Two rows of each kind: 'old' a minute past its time, 'young' a minute before it. */
  const rows = async (limit: SQL, insert: (id: string, moment: SQL) => SQL) => {
    await db.execute(insert('old', sql`now() - ${limit} - ${minute}`));
    await db.execute(insert('young', sql`now() - ${limit} + ${minute}`));
  };
  await rows(
    sql`interval '30 days'`,
    (id, moment) => sql`insert into sessions (id, user_id, refresh_token_hash, expires_at)
      values (${`expired-${id}`}, ${person.id}, ${`e-${id}`}, ${moment})`,
  );
  await rows(
    sql`interval '30 days'`,
    (id, moment) => sql`insert into sessions (id, user_id, refresh_token_hash, expires_at, revoked_at)
      values (${`revoked-${id}`}, ${person.id}, ${`r-${id}`}, now() - interval '60 days', ${moment})`,
  );
  await db.execute(sql`insert into sessions (id, user_id, refresh_token_hash, expires_at)
    values ('live', ${person.id}, 'live', now() + interval '1 day')`);
  await rows(
    sql`interval '1 hour'`,
    (id, moment) => sql`insert into access_tokens (token_hash, session_id, expires_at)
      values (${id}, 'live', ${moment})`,
  );
  await rows(
    sql`interval '1 day'`,
    (id, moment) => sql`insert into one_time_codes (kind, email, code_hash, expires_at)
      values ('PASSWORD_RESET', ${id}, 'x', ${moment})`,
  );
  await rows(
    sql`interval '1 hour'`,
    (id, moment) => sql`insert into rate_limits (key, count, window_ends_at) values (${id}, 1, ${moment})`,
  );
  await rows(
    sql`interval '7 days'`,
    (id, moment) => sql`insert into former_addresses (user_id, email, created_at)
      values (${id === 'old' ? old.id : young.id}, ${id}, ${moment})`,
  );
  await rows(
    sql`interval '7 days'`,
    (id, moment) => sql`insert into report_links (token_hash, user_id, email, session_began_at, created_at)
      values (${id}, ${person.id}, 'a@b.test', ${moment}, ${moment})`,
  );
  for (const [kind, limit] of [
    ['NETWORK', sql`interval '30 days'`],
    ['DEVICE', sql`interval '180 days'`],
  ] as const) {
    await rows(
      limit,
      (id, moment) => sql`insert into known_origins (user_id, kind, origin_hash, last_used_at)
        values (${person.id}, ${kind}, ${id}, ${moment})`,
    );
  }
  await rows(
    sql`interval '90 days'`,
    (id, moment) => sql`insert into outbox_messages (id, kind, to_address, sent_at, created_at)
      values (${id}, 'NEWS_DIGEST', 'a@b.test', ${moment}, ${moment})`,
  );
  await rows(
    sql`interval '7 days'`,
    (id, moment) => sql`insert into outbox_messages (id, kind, to_address, sealed_content, created_at)
      values (${`words-${id}`}, 'NEWS_DIGEST', 'a@b.test', 'sealed', ${moment})`,
  );

  await sweepExpired(db);
  await sweepMail(db);
  const left = async (query: SQL) => (await queryRows<{ id: string }>(db, query)).map(({ id }) => id).sort();
  expect(await left(sql`select id from sessions`)).toEqual(['expired-young', 'live', 'revoked-young']);
  expect(await left(sql`select token_hash as id from access_tokens`)).toEqual(['young']);
  expect(await left(sql`select email as id from one_time_codes`)).toEqual(['young']);
  expect(await left(sql`select email as id from former_addresses`)).toEqual(['young']);
  expect(await left(sql`select token_hash as id from report_links`)).toEqual(['young']);
  expect(await left(sql`select key as id from rate_limits`)).toEqual(['young']);
  expect(await left(sql`select kind || ' ' || origin_hash as id from known_origins`)).toEqual([
    'DEVICE young',
    'NETWORK young',
  ]);
  expect(await left(sql`select id from outbox_messages`)).toEqual(['words-old', 'words-young', 'young']);
  expect(await left(sql`select id from outbox_messages where sealed_content is not null`)).toEqual([
    'words-young',
  ]);
});
