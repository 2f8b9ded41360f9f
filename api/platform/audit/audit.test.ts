import { describe, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { openTestApp } from '../../test/open-app.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { ENTRIES_DIGEST, sealDigest } from './digest.ts';
import { holdSeals, type SealHead, sealAuditLog, sealWaiting } from './seal.ts';
import { verifyAuditLog } from './verify.ts';

const api = await openTestApp();

const write = (action: string, count = 1) =>
  api.db.execute(sql`insert into audit_log (actor_id, action, description, metadata, ip_address)
    select 'somebody', ${action}, 'words ' || n, '{"n":1}', '198.51.100.1' from generate_series(1, ${count}::int) n`);
const verify = () => verifyAuditLog(api.db);
const idsOf = async (action: string) =>
  (
    await queryRows<{ id: string }>(
      api.db,
      sql`select id::text as id from audit_log where action = ${action} order by id`,
    )
  ).map(({ id }) => id);

/** Whoever owns the tables can pass by their triggers; the change is taken back again. */
async function findAfter(statements: (string | SQL)[], kept?: SealHead): Promise<string[]> {
  let problems: string[] = [];
  const undone = new Error('undone');
  const tampering = api.owner.transaction(async (transaction) => {
    const tx = transaction as unknown as Database;
    for (const table of ['audit_log', 'audit_seals']) {
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    }
    for (const statement of statements) {
      await tx.execute(typeof statement === 'string' ? sql.raw(statement) : statement);
    }
    ({ problems } = await verifyAuditLog(tx, kept));
    throw undone;
  });
  await tampering.catch((error) => {
    if (error !== undone) throw error;
  });
  return problems;
}

/** Makes the digest of a seal anew, over what it names now: all that somebody can do who knows how it is made. */
const reseal = (number: number) => {
  const held = sql`(select ${ENTRIES_DIGEST} from unnest(s.ids) r
    join audit_log a on a.id >= lower(r) and a.id < upper(r))`;
  return sql`update audit_seals s set digest = ${sealDigest(held)} where number = ${number}`;
};

describe('P52 the chain of the audit log', () => {
  test('holds while nobody touches it, whatever is written and erased meanwhile', async () => {
    expect(await verify()).toMatchObject({ seals: 0, entries: 0, head: null, problems: [] });
    await write('FIRST', 3);
    expect(await sealAuditLog(api.db)).toMatchObject({ number: 1, entries: 3 });
    expect(await sealAuditLog(api.db)).toBeNull();
    await write('SECOND', 2);
    await sealWaiting(api.db);
    await write('THIRD');
    const check = await verify();
    expect(check).toMatchObject({ seals: 2, entries: 6, waiting: 1, problems: [] });
    expect(check.head?.number).toBe(2);
    expect((await verifyAuditLog(api.db, check.head ?? undefined)).problems).toEqual([]);
    await sealWaiting(api.db);
    // A head that was kept earlier is still in the chain.
    expect((await verifyAuditLog(api.db, check.head ?? undefined)).problems).toEqual([]);
  });

  test('an entry that commits late is sealed later, and none is sealed twice', async () => {
    if (api.kind === 'pglite') return; // One connection: nothing commits late.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isWritten = () => {};
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const late = api.db.transaction(async (tx) => {
      await tx.execute(sql`insert into audit_log (action) values ('LATE')`);
      isWritten();
      await held;
    });
    await written;
    await write('EARLY');
    expect((await sealAuditLog(api.db))?.entries).toBe(1);
    release();
    await late;
    const both = await Promise.all([sealAuditLog(api.db), sealAuditLog(api.db)]);
    expect(both.filter(Boolean).map((sealed) => sealed?.entries)).toEqual([1]);
    expect(await verify()).toMatchObject({ waiting: 0, problems: [] });
  });

  test('a transaction that takes hours holds the seals: its entries are sealed when it ends', async () => {
    if (api.kind === 'pglite') return;
    await inTransaction(api.db, async (tx) => {
      await holdSeals(tx);
      await inTransaction(api.owner, (other) =>
        other.execute(sql`insert into audit_log (action) values ('MEANWHILE')`),
      );
      expect(await sealAuditLog(api.owner)).toBeNull();
      // Others who write for long need not wait for each other.
      await inTransaction(api.owner, holdSeals);
      await tx.execute(sql`insert into audit_log (action) values ('LONG')`);
    });
    expect(await sealAuditLog(api.db)).toMatchObject({ entries: 2 });
    expect(await verify()).toMatchObject({ waiting: 0, problems: [] });
  });

  test('finds every change that somebody makes who owns the tables', async () => {
    await write('TARGET', 3);
    await sealWaiting(api.db);
    await write('LAST');
    await sealWaiting(api.db);
    const [first, second] = await idsOf('TARGET');
    const { head } = await verify();
    const number = head?.number ?? 0;
    const previous = number - 1;
    const changed = [expect.stringMatching(new RegExp(`^Seal ${previous} \\(.*was changed\\.$`))];
    for (const change of [
      "action = 'FORGED'",
      "actor_id = 'somebody else'",
      'target_user_id = actor_id',
      "description = 'other words'",
      'description = null, metadata = null, words_salt = null',
      `metadata = '{"n":2}'`,
      `evidence = '{"role":"PIONEER"}'`,
      "ip_address = '203.0.113.1'",
      "request_id = 'x'",
      "created_at = created_at - interval '1 second'",
      'words_salt = gen_random_uuid()',
      "address_digest = repeat('0', 64)",
      // The same signs one behind the other, told apart by their lengths alone.
      "actor_id = 'someb', target_user_id = 'ody-'",
    ]) {
      expect([change, await findAfter([`update audit_log set ${change} where id = ${first}`])]).toEqual([
        change,
        changed,
      ]);
    }
    expect(await findAfter([`delete from audit_log where id in (${first}, ${second})`])).toEqual([
      expect.stringMatching(new RegExp(`^Seal ${previous} .*: entries ${first}, ${second} are missing\\.$`)),
    ]);
    // Two rows that change places.
    expect(
      await findAfter([
        `update audit_log set id = -1 where id = ${first}`,
        `update audit_log set id = ${first} where id = ${second}`,
        `update audit_log set id = ${second} where id = -1`,
      ]),
    ).toEqual(changed);
    const behind = `insert into audit_log (id, action, created_at) values (-5, 'FORGED', now() - interval '2 days')`;
    const settled = `update audit_seals set open_from = sealed_at where number = ${number}`;
    expect(await findAfter([settled, behind])).toContain('Entry -5 was put in behind the seals.');
  });

  test('finds seals that are gone, changed or written anew', async () => {
    await write('ONE');
    await sealWaiting(api.db);
    await write('TWO');
    await sealWaiting(api.db);
    const { head } = await verify();
    const number = head?.number ?? 0;
    expect(await findAfter([`delete from audit_seals where number = ${number - 1}`])).toContain(
      `Seal ${number - 1} is missing.`,
    );
    const changed = expect.stringMatching(new RegExp(`^Seal ${number - 1} \\(.*was changed\\.$`));
    for (const change of [
      "open_from = open_from - interval '1 minute'",
      "sealed_at = sealed_at + interval '1 minute'",
      "ids = ids + '{[1000000,1000001)}'",
    ]) {
      const statement = `update audit_seals set ${change} where number = ${number - 1}`;
      expect([change, await findAfter([statement])]).toEqual([change, expect.arrayContaining([changed])]);
    }
    for (const change of ['entries = entries + 1', "digest = repeat('0', 64)", "ids = '{[1,2)}'"]) {
      expect([
        change,
        (await findAfter([`update audit_seals set ${change} where number = ${number - 1}`])).length > 0,
      ]).toEqual([change, true]);
    }
    // The newest seal taken away with its entry: the chain alone cannot know, the head that was kept does.
    const cut = [
      `delete from audit_seals where number = ${number}`,
      `delete from audit_log where action = 'TWO'`,
    ];
    expect(await findAfter(cut)).toEqual([]);
    expect(await findAfter(cut, head ?? undefined)).toEqual([
      `Seal ${number}, which was kept as head, is missing.`,
    ]);
    expect(await findAfter([], { number, digest: '0'.repeat(64) })).toEqual([
      expect.stringMatching(/is not the one that was kept as head\.$/),
    ]);
  });

  test('finds what somebody wrote anew with digests that are right', async () => {
    const [id] = await idsOf('ONE');
    const { head } = await verify();
    const last = head?.number ?? 0;
    const forged = `update audit_log set action = 'FORGED' where id = ${id}`;
    const own = [forged, reseal(last - 1)];
    expect(await findAfter(own)).toEqual([
      expect.stringMatching(new RegExp(`^Seal ${last} .*does not follow the seal before it\\.$`)),
    ]);
    const linked = [
      ...own,
      sql`update audit_seals set previous = (select digest from audit_seals where number = ${last - 1})
        where number = ${last}`,
    ];
    expect(await findAfter(linked)).toEqual([
      expect.stringMatching(new RegExp(`^Seal ${last} \\(.*was changed\\.$`)),
    ]);
    // The whole chain: only a head that was kept outside tells.
    expect(await findAfter([...linked, reseal(last)])).toEqual([]);
    expect(await findAfter([...linked, reseal(last)], head ?? undefined)).toEqual([
      expect.stringMatching(/is not the one that was kept as head\.$/),
    ]);
    const moved = (change: string) => [
      sql.raw(`update audit_seals set ${change} where number = ${last}`),
      reseal(last),
    ];
    for (const change of [
      "open_from = sealed_at + interval '1 second'",
      "sealed_at = now() + interval '2 days'",
    ]) {
      expect([change, await findAfter(moved(change))]).toEqual([
        change,
        [expect.stringMatching(new RegExp(`^Seal ${last} \\(.*was changed\\.$`))],
      ]);
    }
    expect(
      await findAfter(moved(`ids = ids + '{[${id},${id}]}'::int8multirange, entries = entries + 1`)),
    ).toEqual(['Seals hold an entry twice, or count other entries than they name.']);
  });

  test('nobody changes entries or seals, whatever they say', async () => {
    for (const statement of [
      `update audit_log set words_digest = 'x', words_salt = null, description = null, metadata = null`,
      `update audit_log set evidence = 'x'`,
      `update audit_seals set digest = 'x'`,
      'delete from audit_seals',
      'truncate audit_seals',
    ]) {
      for (const db of [api.db, api.owner]) {
        const forged = db.transaction(async (tx) => {
          await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
          await tx.execute(sql.raw(statement));
        });
        await expect(forged).rejects.toThrow();
      }
    }
  });
});
