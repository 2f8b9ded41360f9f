import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { checkCertificate } from '#contract/certificate-check.ts';
import * as calls from '#contract/certificates.ts';
import { NAME_MAX_LENGTH, REASON_MAX_LENGTH } from '#contract/constants.ts';
import { certificates } from '../../platform/db/schema/awards.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addCertificate as addStored, certificateEntriesOf } from '../../test/certificates.ts';
import { addLeague, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';
import { correctName, revokeCertificate } from './staff.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
const blindChief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
const finance = await addLeague(api.db, { name: 'Finance', weeks: 0 });
const quantum = await addLeague(api.db, { name: 'Quantum_100%', weeks: 0 });
const asha = await addPerson(api.db, { name: 'Asha Verma' });
await addScope(api.db, chief.id, finance.id);
await addScope(api.db, blindChief.id, finance.id, { canManageUsers: false });

let order = 0;
async function addCertificate(
  holder: Person,
  league: TestLeague | null,
  code = undefined as string | undefined,
): Promise<string> {
  order += 1;
  const issuedAt = new Date(2026, 1, 1, 0, 0, order);
  return (await addStored(api, holder, league, { ...(code ? { code } : {}), issuedAt })).id;
}
const list = (person: Person, query: Record<string, string> = {}) =>
  api.call(calls.listCertificates, { token: person.token, query });
const idsFor = async (person: Person, query?: Record<string, string>): Promise<string[]> =>
  (await list(person, query)).body.data.certificates.map((row: calls.CertificateRow) => row.id);
const revoke = (person: Person, id: string, reason: unknown = 'Work was copied') =>
  api.call(calls.revokeCertificate, { token: person.token, params: { id }, body: { reason } });
const restore = (person: Person, id: string) =>
  api.call(calls.restoreCertificate, { token: person.token, params: { id } });
const stateOf = async (id: string) => {
  const [row] = await api.db.select().from(certificates).where(eq(certificates.id, id));
  const { body } = await api.call(checkCertificate, { params: { code: row?.code ?? '' } });
  return [body.data.state, body.data.certificate.reason];
};

describe('the list', () => {
  test('newest first, by page, with search by name, title and code, by league and state', async () => {
    const ravi = await addPerson(api.db, { name: 'Ravi O’Neill' });
    const first = await addCertificate(asha, finance, '0123456789AB');
    const second = await addCertificate(ravi, quantum);
    const third = await addCertificate(ravi, null);
    await revoke(grand, second);
    const { status, body } = await list(grand);
    expect(status).toBe(200);
    expect(body.data.counts).toEqual({ total: 3, genuine: 2, withdrawn: 1 });
    expect(body.data.pagination).toMatchObject({ page: 1, limit: 50, total: 3 });
    expect(body.data.certificates.map((row: calls.CertificateRow) => row.id)).toEqual([third, second, first]);
    expect(body.data.certificates[2]).toEqual({
      id: first,
      code: '0123-4567-89AB',
      kind: 'LEAGUE',
      state: 'genuine',
      title: 'Finance',
      issuer: 'Issuer',
      holderName: 'Asha Verma',
      user: { id: asha.id, name: asha.name, email: asha.email },
      leagueId: finance.id,
      specializationId: null,
      completedAt: expect.stringMatching(/Z$/),
      issuedAt: expect.stringMatching(/Z$/),
      renamedAt: null,
      renamingReason: null,
      revokedAt: null,
      reason: null,
      revokedBy: null,
      erasedAt: null,
    });
    expect(body.data.certificates[1]).toMatchObject({ state: 'withdrawn', revokedBy: grand.name });
    expect(await idsFor(grand, { search: 'asha' })).toEqual([first]);
    expect(await idsFor(grand, { search: 'money' })).toEqual([third]);
    expect(await idsFor(grand, { search: ' 0i23-4567 ' })).toEqual([first]);
    expect(await idsFor(grand, { search: '_100%' })).toEqual([second]);
    expect(await idsFor(grand, { search: '%' })).toEqual([second]);
    for (const search of ["' or 1=1 --", '\0', '-', '\\']) {
      expect([search, (await list(grand, { search })).status]).toEqual([search, 200]);
      expect([search, (await list(grand, { leagueId: search })).status]).toEqual([search, 200]);
    }
    expect(await idsFor(grand, { state: 'genuine' })).toEqual([third, first]);
    const ofQuantum = (await list(grand, { state: 'withdrawn', leagueId: quantum.id })).body.data;
    expect(ofQuantum.certificates.map((row: calls.CertificateRow) => row.id)).toEqual([second]);
    expect(ofQuantum.counts).toEqual({ total: 1, genuine: 0, withdrawn: 1 });
    expect(await idsFor(grand, { page: '2', limit: '1' })).toEqual([second]);
    expect((await list(grand, { page: '2', limit: '1' })).body.data.pagination.totalPages).toBe(3);
    expectRefusal(await list(grand, { state: 'lost' }), 400, 'Invalid state filter');
  });

  test('holds only the leagues whose users the caller manages', async () => {
    const seen = (await list(chief)).body.data;
    expect(seen.certificates.every((row: calls.CertificateRow) => row.leagueId === finance.id)).toBe(true);
    expect([seen.counts.total, seen.pagination.total]).toEqual([1, 1]);
    expect(await idsFor(chief, { leagueId: quantum.id })).toEqual([]);
    expect(await idsFor(blindChief)).toEqual([]);
  });
});

describe('revoking', () => {
  test('shows the reason to everybody until it is restored; both are logged', async () => {
    const holder = await addPerson(api.db);
    const id = await addCertificate(holder, finance);
    const { status, body } = await revoke(chief, id, '  Copied <b>work</b>: “ਨਕਲ” & more ');
    expect(status).toBe(200);
    expect(body.data.certificate).toMatchObject({
      state: 'withdrawn',
      reason: 'Copied <b>work</b>: “ਨਕਲ” & more',
      revokedBy: chief.name,
    });
    expect(await stateOf(id)).toEqual(['withdrawn', 'Copied <b>work</b>: “ਨਕਲ” & more']);
    expectRefusal(await revoke(grand, id), 409, 'Certificate is already revoked');
    expect((await restore(chief, id)).body.data.certificate).toMatchObject({
      state: 'genuine',
      reason: null,
    });
    expect(await stateOf(id)).toEqual(['genuine', null]);
    expect((await restore(chief, id)).body.error).toBe('Certificate is not revoked');
    const metadata = { leagueId: finance.id, id, reason: 'Copied <b>work</b>: “ਨਕਲ” & more' };
    expect(await certificateEntriesOf(api, holder)).toEqual([
      { action: 'CERTIFICATE_REVOKED', actorId: chief.id, metadata },
      { action: 'CERTIFICATE_RESTORED', actorId: chief.id, metadata },
    ]);
  });

  test('asks for a reason of 3 to 500 characters, and changes nothing without', async () => {
    const id = await addCertificate(await addPerson(api.db), finance);
    const cases: [unknown, string][] = [
      [null, 'Reason is required'],
      ['', 'Reason is required'],
      [['x'], 'Reason is required'],
      [' \u0000 ', 'Reason is required'],
      [' <> ', 'Reason must be 3 characters or more'],
      ['no', 'Reason must be 3 characters or more'],
      ['x'.repeat(REASON_MAX_LENGTH + 1), 'Reason must be 500 characters or less'],
    ];
    for (const [reason, words] of cases) {
      const reply = await revoke(grand, id, reason);
      expect([reason, reply.status, reply.body.error]).toEqual([reason, 400, words]);
    }
    expect(await stateOf(id)).toEqual(['genuine', null]);
    expect((await revoke(grand, id, '🙂'.repeat(REASON_MAX_LENGTH))).status).toBe(200);
  });

  test('is for those who manage the league’s users; specializations are for GRAND', async () => {
    const other = await addCertificate(await addPerson(api.db), quantum);
    const whole = await addCertificate(await addPerson(api.db), null);
    const own = await addCertificate(await addPerson(api.db), finance);
    const outside = await revoke(chief, other, '');
    expect([outside.status, outside.body]).toMatchObject([
      403,
      { error: 'No access to this league', leagueId: quantum.id, leagueName: quantum.name },
    ]);
    expect((await revoke(blindChief, own)).body.error).toBe('Insufficient permissions');
    expect((await revoke(chief, whole)).body.error).toBe('Grand Pathfinder access required');
    expect((await restore(chief, whole)).status).toBe(403);
    // As the guard says, so says what it guards.
    const by = { actor: { id: chief.id, role: 'CHIEF_PATHFINDER' }, requestInfo: {} } as ActorAndRequest;
    await expect(revokeCertificate(api.db, by, other, 'Copied work')).rejects.toMatchObject({ status: 403 });
    expectRefusal(await revoke(grand, createId()), 404, 'Certificate not found');
    expect((await revoke(grand, whole)).status).toBe(200);
    expect(await stateOf(other)).toEqual(['genuine', null]);
  });

  test('a backslash in a name is searched for as it stands', async () => {
    const id = await addCertificate(await addPerson(api.db, { name: 'Back\\slash' }), finance);
    expect(await idsFor(grand, { search: 'back\\s' })).toEqual([id]);
  });

  test('twenty at once revoke once, and a look meanwhile sees one whole state or the other', async () => {
    const holder = await addPerson(api.db);
    const id = await addCertificate(holder, finance);
    const looks: Promise<unknown[]>[] = [];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        looks.push(stateOf(id));
        return revoke(grand, id, `Reason number ${index}`);
      }),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const reason = replies.find(({ status }) => status === 200)?.body.data.certificate.reason;
    for (const look of await Promise.all(looks)) {
      expect([
        ['genuine', null],
        ['withdrawn', reason],
      ]).toContainEqual(look);
    }
    const entry = { targetUserId: holder.id, action: 'CERTIFICATE_REVOKED' };
    expect(await readEntries(api.db, entry)).toHaveLength(1);
  });
});

describe('a corrected name', () => {
  const correct = (
    person: Person,
    id: string,
    body: unknown = { name: 'ਹਰਲੀਨ ਕੌਰ', reason: 'Passport seen' },
  ) => api.call(calls.correctCertificateName, { token: person.token, params: { id }, body });
  const check = async (id: string) => {
    const [row] = await api.db.select().from(certificates).where(eq(certificates.id, id));
    return (await api.call(checkCertificate, { params: { code: row?.code ?? '' } })).body.data.certificate;
  };

  test('stands under the same code, with its day and reason for everybody, and the log keeps both names', async () => {
    const holder = await addPerson(api.db, { name: 'Asha Verma' });
    const id = await addCertificate(holder, finance);
    const { code } = await check(id);
    const { status, body } = await correct(chief, id);
    expect(status).toBe(200);
    const corrected = {
      code,
      holderName: 'ਹਰਲੀਨ ਕੌਰ',
      renamedAt: expect.stringMatching(/Z$/),
      renamingReason: 'Passport seen',
    };
    expect(body.data.certificate).toMatchObject({ state: 'genuine', ...corrected });
    expect(await check(id)).toMatchObject({
      ...corrected,
      renamedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    // A revoked certificate names nobody, and so tells nothing of its name.
    await revoke(chief, id);
    expect(await check(id)).toMatchObject({ holderName: null, renamedAt: null, renamingReason: null });
    expect((await correct(chief, id, { name: 'Another', reason: 'Again' })).body.code).toBe(
      'CERTIFICATE_REVOKED',
    );
    await restore(chief, id);
    expect(await check(id)).toMatchObject(corrected);
    const [entry] = await certificateEntriesOf(api, holder);
    expect(entry).toEqual({
      action: 'CERTIFICATE_RENAMED',
      actorId: chief.id,
      metadata: {
        id,
        leagueId: finance.id,
        holderName: { from: 'Asha Verma', to: 'ਹਰਲੀਨ ਕੌਰ' },
        reason: 'Passport seen',
      },
    });
  });

  test('needs a name that differs and a reason; faults change nothing', async () => {
    const id = await addCertificate(await addPerson(api.db, { name: 'Asha Verma' }), finance);
    const faults = [
      [{ reason: 'Married' }, 'Name is required'],
      [{ name: '\u200B\u202E\u200D', reason: 'Unseen' }, 'Name is required'],
      [
        { name: '\u202EAsha\n Verma', reason: 'Same to look at' },
        'The certificate carries this name already',
      ],
      [{ name: 'B'.repeat(NAME_MAX_LENGTH + 1), reason: 'Long' }, 'Name must be 120 characters or less'],
      [{ name: 'B' }, 'Reason is required'],
      [{ name: 'B', reason: 'x' }, 'Reason must be 3 characters or more'],
      [{ name: 'Asha Verma', reason: 'Same' }, 'The certificate carries this name already'],
    ] as const;
    for (const [body, error] of faults) {
      expectRefusal(await correct(grand, id, body), 400, error);
    }
    expect(await check(id)).toMatchObject({
      holderName: 'Asha Verma',
      renamedAt: null,
      renamingReason: null,
    });
  });

  test('P54 is for those who manage the league’s users, and of nobody’s own; of a specialization for GRAND', async () => {
    const [other, whole, own] = [
      await addCertificate(await addPerson(api.db), quantum),
      await addCertificate(await addPerson(api.db), null),
      await addCertificate(chief, finance),
    ];
    // A caller without the right hears that, whatever is sent.
    expect((await correct(chief, other, {})).body.error).toBe('No access to this league');
    expect((await correct(blindChief, own)).body.error).toBe('Insufficient permissions');
    expect((await correct(chief, whole)).body.code).toBe('GRAND_REQUIRED');
    expect((await correct(chief, own)).body.code).toBe('OWN_CERTIFICATE');
    expect((await correct(asha, own)).status).toBe(403);
    const by = { actor: { id: chief.id, role: 'CHIEF_PATHFINDER' }, requestInfo: {} } as ActorAndRequest;
    const body = { name: 'Another', reason: 'Passport seen' };
    await expect(correctName(api.db, by, other, body)).rejects.toMatchObject({ status: 403 });
    expect((await correct(grand, own)).status).toBe(200);
    expect((await correct(grand, whole)).status).toBe(200);
  });
});
