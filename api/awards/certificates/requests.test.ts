import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import { checkCertificate } from '#contract/certificate-check.ts';
import * as calls from '#contract/certificates.ts';
import { certificateHolds, certificateNameChanges, certificates } from '../../db/schema/awards.ts';
import type { By } from '../../http/request-info.ts';
import { createId } from '../../process/secrets.ts';
import {
  addCertificate,
  certificateEntriesOf,
  decisionMailsOf,
  ownCertificatesOf,
  requestsOf,
} from '../../test/certificates.ts';
import { addLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { decideNameChange } from './requests.ts';

let api: TestApp;
let grand: Person;
let other: Person;
let learner: Person;

beforeAll(async () => {
  api = await makeApp();
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
  other = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
});
afterAll(() => api.close());
beforeEach(async () => {
  learner = await addPerson(api.db, { name: 'Asha Verma' });
});

const subjectsOf = async () => (await decisionMailsOf(api, learner)).map(({ subject }) => subject);

describe('another name on a certificate', () => {
  const ask = (person: Person, id: string, body: unknown = { name: 'ਹਰਲੀਨ ਕੌਰ', reason: 'Married' }) =>
    api.call(calls.requestNameChange, { token: person.token, params: { id }, body });
  const decide = (person: Person, id: string, outcome: string, reason = 'Passport seen') =>
    api.call(calls.decideNameChange, { token: person.token, params: { id }, body: { outcome, reason } });
  const check = async (code: string) =>
    (await api.call(checkCertificate, { params: { code } })).body.data.certificate;

  test('stands there when staff approved it, under the same code, and the page says since when', async () => {
    const league = await addLeague(api.db, { weeks: 0 });
    const { id, code } = await addCertificate(api, learner, league);
    const asked = await ask(learner, id);
    expect(asked.status).toBe(201);
    expect(asked.body.data.certificate).toMatchObject({
      holderName: 'Asha Verma',
      renamedAt: null,
      nameChange: { toName: 'ਹਰਲੀਨ ਕੌਰ', outcome: null },
    });
    expect(await check(code)).toMatchObject({ holderName: 'Asha Verma', renamedAt: null });
    expect((await ask(learner, id)).body.code).toBe('NAME_CHANGE_OPEN');
    const [row] = (await requestsOf(api, grand)).nameChanges;
    expect(row).toMatchObject({ fromName: 'Asha Verma', toName: 'ਹਰਲੀਨ ਕੌਰ', reason: 'Married' });
    const change = row?.id ?? '';
    expect((await decide(grand, change, 'APPROVED')).status).toBe(200);
    expect((await decide(other, change, 'REFUSED')).body.code).toBe('NAME_CHANGE_DECIDED');
    expect(await subjectsOf()).toEqual([`Name changed: ${league.name}`]);
    expect(await check(code)).toMatchObject({
      holderName: 'ਹਰਲੀਨ ਕੌਰ',
      renamedAt: expect.stringMatching(/Z$/),
    });
    const about = { id, leagueId: league.id, holderName: { from: 'Asha Verma', to: 'ਹਰਲੀਨ ਕੌਰ' } };
    expect(await certificateEntriesOf(api, learner)).toEqual([
      {
        action: 'CERTIFICATE_NAME_CHANGE_REQUESTED',
        actorId: learner.id,
        metadata: { ...about, reason: 'Married' },
      },
      { action: 'CERTIFICATE_RENAMED', actorId: grand.id, metadata: { ...about, reason: 'Passport seen' } },
    ]);
  });

  test('refused, it stays as it is and may be asked for again; faults change nothing', async () => {
    const league = await addLeague(api.db, { weeks: 0 });
    const { id, code } = await addCertificate(api, learner, league);
    const faults = [
      [{ reason: 'Married' }, 400, 'Name is required'],
      [{ name: '\u200B\u202E\u200D', reason: 'Unseen' }, 400, 'Name is required'],
      [
        { name: '\u202EAsha\n Verma', reason: 'Same to look at' },
        400,
        'The certificate carries this name already',
      ],
      [{ name: 'B', reason: '' }, 400, 'Reason is required'],
      [{ name: 'B', reason: 'x' }, 400, 'Reason must be 3 characters or more'],
      [{ name: 'Asha Verma', reason: 'Same' }, 400, 'The certificate carries this name already'],
    ] as const;
    for (const [body, status, error] of faults) {
      const reply = await ask(learner, id, body);
      expect([reply.status, reply.body.error]).toEqual([status, error]);
    }
    expect((await ask(await addPerson(api.db), id)).body.error).toBe('Certificate not found');
    const mine = eq(certificateNameChanges.userId, learner.id);
    expect(await api.db.select().from(certificateNameChanges).where(mine)).toEqual([]);
    await ask(learner, id);
    const [row] = await api.db.select().from(certificateNameChanges).where(mine);
    expect((await decide(grand, row?.id ?? '', 'REFUSED', 'No proof')).status).toBe(200);
    expect(await subjectsOf()).toEqual([`Name not changed: ${league.name}`]);
    expect(await check(code)).toMatchObject({ holderName: 'Asha Verma', renamedAt: null });
    const latest = async () => (await ownCertificatesOf(api, learner)).certificates[0]?.nameChange;
    expect(await latest()).toMatchObject({ outcome: 'REFUSED', decisionReason: 'No proof' });
    expect((await certificateEntriesOf(api, learner)).at(-1)).toMatchObject({
      action: 'CERTIFICATE_NAME_CHANGE_REFUSED',
      actorId: grand.id,
      metadata: { holderName: { from: 'Asha Verma', to: 'ਹਰਲੀਨ ਕੌਰ' }, reason: 'No proof' },
    });
    expect((await ask(learner, id)).status).toBe(201);
    expect(await latest()).toMatchObject({ outcome: null, decisionReason: null });
    const params = { id };
    await api.call(calls.revokeCertificate, { token: grand.token, params, body: { reason: 'Copied work' } });
    const [open] = await api.db.select().from(certificateNameChanges).where(and(mine, sql`outcome is null`));
    expect((await decide(grand, open?.id ?? '', 'APPROVED')).body.code).toBe('CERTIFICATE_REVOKED');
    expect((await ask(learner, id)).body.error).toBe('A revoked certificate cannot be changed');
  });

  test('is seen and decided by those alone who manage the users of its league; of a specialization by GRAND', async () => {
    const [league, elsewhere] = [
      await addLeague(api.db, { weeks: 0 }),
      await addLeague(api.db, { weeks: 0 }),
    ];
    const chiefOf = async ({ id }: { id: string }, canManageUsers = true) => {
      const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
      await addScope(api.db, chief.id, id, { canManageUsers });
      return chief;
    };
    const chief = await chiefOf(league);
    const strangers = [await chiefOf(elsewhere), await chiefOf(league, false)];
    const idOf = async (certificate: { id: string }) =>
      (await ask(learner, certificate.id)).body.data.certificate.nameChange.id as string;
    const ofLeague = await idOf(await addCertificate(api, learner, league));
    const ofSpecialization = await idOf(await addCertificate(api, learner, null));
    const seenBy = async (person: Person) => (await requestsOf(api, person)).nameChanges.map(({ id }) => id);
    for (const stranger of strangers) {
      expect(await seenBy(stranger)).toEqual([]);
      // Whoever may not decide hears that, whatever is sent.
      expect((await decide(stranger, ofLeague, 'NONSENSE')).status).toBe(403);
      const by = { actor: { id: stranger.id, role: 'CHIEF_PATHFINDER' }, requestInfo: {} } as By;
      const decision = { outcome: 'APPROVED', reason: 'Passport seen' } as const;
      await expect(decideNameChange(api, by, ofLeague, decision)).rejects.toMatchObject({ status: 403 });
    }
    expect(await seenBy(chief)).toEqual([ofLeague]);
    expect((await decide(chief, ofSpecialization, 'APPROVED')).body.code).toBe('GRAND_REQUIRED');
    expect((await decide(chief, ofLeague, 'APPROVED')).status).toBe(200);
    expect((await decide(grand, ofSpecialization, 'APPROVED')).status).toBe(200);
  });

  test('P54 nobody approves their own', async () => {
    const league = await addLeague(api.db, { weeks: 0 });
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, chief.id, league.id);
    const { id, code } = await addCertificate(api, chief, league);
    const { nameChange } = (await ask(chief, id)).body.data.certificate;
    expect((await decide(chief, nameChange.id, 'APPROVED')).body.code).toBe('OWN_CERTIFICATE');
    expect(await check(code)).toMatchObject({ holderName: chief.name });
    expect((await decide(grand, nameChange.id, 'APPROVED')).status).toBe(200);
  });
});

test('requests come in pages, both kinds together, the longest waiting first; an appeal waits since it was made', async () => {
  const leagueIds: string[] = [];
  const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  for (const [index, minutes] of [5, 1, 3].entries()) {
    const league = await addLeague(api.db, { weeks: 0, name: `Paged ${index}` });
    leagueIds.push(league.id);
    await addScope(api.db, chief.id, league.id);
    await api.db.insert(certificateHolds).values({
      id: createId(),
      userId: learner.id,
      leagueId: league.id,
      resources: 12,
      seconds: 3,
      heldAt: sql`now() - ${minutes} * interval '1 minute'`,
    });
  }
  await api.db
    .update(certificateHolds)
    .set({
      heldAt: sql`now() - interval '9 days'`,
      outcome: 'DECLINED',
      decidedAt: sql`now() - interval '8 days'`,
      appeal: 'I had read it before',
      appealedAt: sql`now() - interval '1 minute'`,
    })
    .where(eq(certificateHolds.leagueId, leagueIds[1] ?? ''));
  for (const [index, [toName, minutes]] of (
    [
      ['Second', 2],
      ['First', 4],
    ] as const
  ).entries()) {
    const certificateId = createId();
    await api.db.insert(certificates).values({
      id: certificateId,
      userId: learner.id,
      kind: 'LEAGUE',
      leagueId: leagueIds[index],
      title: `Paged ${index}`,
      holderName: learner.name,
      issuer: 'OpenLeague',
      completedAt: sql`now()`,
    });
    await api.db.insert(certificateNameChanges).values({
      id: createId(),
      certificateId,
      userId: learner.id,
      fromName: learner.name,
      toName,
      reason: 'Misspelt',
      requestedAt: sql`now() - ${minutes} * interval '1 minute'`,
    });
  }
  const page = async (number: number) => {
    const query = { page: String(number), limit: '2' };
    const { body } = await api.call(calls.listCertificateRequests, { token: chief.token, query });
    const { holds, nameChanges, pagination } = body.data as DataOf<typeof calls.listCertificateRequests>;
    return [
      holds.map(({ title }) => title),
      nameChanges.map(({ toName }) => toName),
      pagination.total,
      pagination.totalPages,
    ];
  };
  expect(await page(1)).toEqual([['Paged 0'], ['First'], 5, 3]);
  expect(await page(2)).toEqual([['Paged 2'], ['Second'], 5, 3]);
  expect(await page(3)).toEqual([['Paged 1'], [], 5, 3]);
  expect(await page(4)).toEqual([[], [], 5, 3]);
});
