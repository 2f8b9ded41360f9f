import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { checkCertificate } from '#contract/certificate-check.ts';
import { readCertificateCode, toPrintedCode } from '#contract/certificate-code.ts';
import * as calls from '#contract/certificates.ts';
import { listNews, type NewsItem } from '#contract/news.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { queryRows } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { certificates, userBadges } from '../../platform/db/schema/awards.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { product } from '../../platform/process/product.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addBadge } from '../../test/awards.ts';
import { addSpecialization, ownCertificatesOf } from '../../test/certificates.ts';
import { addLeague, addLearner, enroll, type TestLeague } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { issueDueCertificates } from '../due.ts';

const api = await openTestApp();

const addSmallLeague = (name?: string) => addLeague(api.db, { name, weeks: 1, sections: 1, resources: 2 });
const resourcesOf = (league: TestLeague) => league.weeks[0]?.sections[0]?.resources ?? [];
const tick = ({ token }: Person, resource: { id: string } | undefined) =>
  api.call(completeResource, { token, params: { resourceId: resource?.id ?? '' }, body: {} });
async function complete(league: TestLeague, person?: Person): Promise<Person> {
  const learner = person ?? (await addPerson(api.db));
  await enroll(api.db, learner.id, league);
  for (const resource of resourcesOf(league)) await tick(learner, resource);
  return learner;
}
const ownOf = (person: Person) => ownCertificatesOf(api, person);
const check = (code: string, address?: string) => api.call(checkCertificate, { params: { code }, address });
const audited = (targetUserId: string, action: string) => readEntries(api.db, { targetUserId, action });
async function firstOf(person: Person): Promise<calls.HeldCertificate> {
  const [certificate] = await ownOf(person);
  if (!certificate) throw new Error('no certificate');
  return certificate;
}

describe('issuing', () => {
  test('comes with no topic but the last, nor to those who only enrolled', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 2, resources: 1 });
    const learner = await addLearner(api.db, league);
    await issueDueCertificates(api.db);
    for (const { resources } of league.weeks[0]?.sections ?? []) {
      expect(await ownOf(learner)).toEqual([]);
      await tick(learner, resources[0]);
    }
    expect(await ownOf(learner)).toHaveLength(1);
  });

  test('LPROG-26 last ticks at once issue one, with the badge once; the words stay when league and account are renamed or deleted', async () => {
    const league = await addSmallLeague();
    const learner = await addLearner(api.db, league, { name: 'Before' });
    await addBadge(api.db, league.id, 'At once');
    const twice = [...resourcesOf(league), ...resourcesOf(league), ...resourcesOf(league)];
    const replies = await Promise.all(twice.map((resource) => tick(learner, resource)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await api.db.$count(userBadges, eq(userBadges.userId, learner.id))).toBe(1);
    expect(await audited(learner.id, 'BADGE_EARNED')).toHaveLength(1);
    expect(await ownOf(learner)).toHaveLength(1);
    expect(await audited(learner.id, 'CERTIFICATE_ISSUED')).toHaveLength(1);
    const { code } = await firstOf(learner);
    await api.db
      .update(leagues)
      .set({ name: `${league.name} II` })
      .where(eq(leagues.id, league.id));
    await api.db.update(users).set({ name: 'After' }).where(eq(users.id, learner.id));
    expect((await check(code)).body.data.certificate).toMatchObject({
      title: league.name,
      holderName: 'Before',
    });
    await api.db.delete(leagues).where(eq(leagues.id, league.id));
    expect((await check(code)).body.data.state).toBe('genuine');
    expect((await firstOf(learner)).leagueId).toBeNull();
  });

  test('a specialization earns one with the last of its leagues, and a mail names its address', async () => {
    const both = [await addSmallLeague(), await addSmallLeague()] as const;
    await addBadge(api.db, both[1].id, 'Second half');
    const specializationId = await addSpecialization(api, both);
    const learner = await complete(both[0]);
    await complete(both[1], learner);
    const own = await ownOf(learner);
    expect(own.map(({ kind }) => kind).sort()).toEqual(['LEAGUE', 'LEAGUE', 'SPECIALIZATION']);
    expect(own.find(({ kind }) => kind === 'SPECIALIZATION')).toMatchObject({
      title: `Path of ${both[0].name}`,
      leagueId: null,
      specializationId,
    });
    const { items } = (await api.call(listNews, { token: learner.token })).body.data;
    expect(items.map(({ kind }: NewsItem) => kind).sort()).toEqual([
      'BADGE_EARNED',
      'CERTIFICATE_ISSUED',
      'CERTIFICATE_ISSUED',
    ]);
    expect(items.map(({ path }: NewsItem) => path).sort()).toEqual(
      own.map(({ code }) => `/certificates/${code}`).sort(),
    );
  });
});

describe('the public check', () => {
  test('answers genuine with the paper’s words and nothing private, in every way a code is typed', async () => {
    const learner = await complete(await addSmallLeague());
    const { code } = await firstOf(learner);
    const { status, body, headers } = await check(code);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body.data).toEqual({
      state: 'genuine',
      certificate: {
        code,
        kind: 'LEAGUE',
        title: expect.any(String),
        issuer: product.name,
        completedAt: expect.any(String),
        completedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        issuedAt: expect.any(String),
        holderName: learner.name,
        renamedAt: null,
        renamingReason: null,
        renamedOn: null,
        withdrawnAt: null,
        withdrawnOn: null,
        reason: null,
      },
    });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${learner.email}|${learner.id}`));
    const sloppy = code.toLowerCase().replaceAll('-', '').replace(/0/g, 'o').replace(/1/g, 'l');
    expect((await check(sloppy)).body.data).toEqual(body.data);
  });

  test('each day is that of the product’s time zone, whoever asks', async () => {
    const learner = await complete(await addSmallLeague());
    const { code, id } = await firstOf(learner);
    const completedAt = new Date('2026-03-01T20:00:00Z');
    const change = (to: Partial<typeof certificates.$inferInsert>) =>
      api.db.update(certificates).set(to).where(eq(certificates.id, id));
    const renamedAt = new Date('2026-03-31T18:30:00Z');
    await change({ completedAt, renamedAt, renamingReason: 'Misspelt' });
    expect(api.config.TIME_ZONE).toBe('Asia/Kolkata');
    expect((await check(code)).body.data.certificate).toMatchObject({
      completedAt: '2026-03-01T20:00:00.000Z',
      completedOn: '2026-03-02',
      renamedAt: '2026-03-31T18:30:00.000Z',
      renamedOn: '2026-04-01',
      withdrawnOn: null,
    });
    await change({ revokedAt: new Date('2026-05-31T23:59:59Z'), revocationReason: 'Copied' });
    expect((await check(code)).body.data.certificate).toMatchObject({
      renamedOn: null,
      withdrawnAt: '2026-05-31T23:59:59.000Z',
      withdrawnOn: '2026-06-01',
    });
  });

  test('what is no code answers like a code that nobody has', async () => {
    const unknown = { state: 'unknown', certificate: null };
    for (const code of ['0000-0000-0000', 'UUUUUUUUUUUU', 'x', 'null', '-', 'A'.repeat(64)]) {
      const reply = await check(code);
      expect([code, reply.status, reply.body.data]).toEqual([code, 200, unknown]);
    }
    for (const hostile of [
      "'; drop table certificates--",
      '../../accounts/users',
      '%00',
      'A'.repeat(65),
      '𝟘'.repeat(12),
    ]) {
      const reply = await check(hostile);
      expect([hostile, reply.status]).toEqual([hostile, 404]);
    }
  });

  test('guessing is limited by address; right codes cost nothing', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '0.03' });
    const league = await addLeague(strict.db, { weeks: 1, sections: 1, resources: 1 });
    const learner = await addLearner(strict.db, league);
    const params = { resourceId: resourcesOf(league)[0]?.id ?? '' };
    await strict.call(completeResource, { token: learner.token, params, body: {} });
    const code = (await ownCertificatesOf(strict, learner))[0]?.code ?? '';
    const ask = (asked: string, address: string) =>
      strict.call(checkCertificate, { params: { code: asked }, address });
    for (let view = 0; view < 8; view++) expect((await ask(code, '10.0.0.1')).status).toBe(200);
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess++) statuses.push((await ask('0000', '10.0.0.1')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await ask(code, '10.0.0.1');
    expect([refused.status, refused.body.error]).toEqual([429, 'Too Many Requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(code, '10.0.0.2')).status).toBe(200);
    await strict.close();
  });
});

test('a deleted account leaves a certificate that names nobody and no longer counts', async () => {
  const learner = await complete(await addSmallLeague('Quantum for all'));
  const { code, id } = await firstOf(learner);
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const staff = { token: grand.token, params: { id } };
  const named = { name: 'Another Name', reason: `${learner.name} married` };
  expect((await api.call(calls.correctCertificateName, { ...staff, body: named })).status).toBe(200);
  await api.call(calls.revokeCertificate, { ...staff, body: { reason: `${learner.name} copied` } });
  const body = { password: TEST_PASSWORD, confirmation: 'DELETE' };
  expect((await api.call(deleteOwnAccount, { token: learner.token, body })).status).toBe(200);
  const reply = await check(code);
  expect(reply.body.data).toMatchObject({
    state: 'withdrawn',
    certificate: {
      title: 'Quantum for all',
      holderName: null,
      reason: null,
      withdrawnAt: expect.stringMatching(/Z$/),
    },
  });
  expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`${learner.name}|Another Name`));
  const [row] = await api.db.select().from(certificates).where(eq(certificates.id, id));
  expect(row).toMatchObject({
    userId: null,
    holderName: null,
    renamingReason: null,
    revocationReason: null,
  });
  const restored = await api.call(calls.restoreCertificate, staff);
  expect([restored.status, restored.body.error]).toEqual([409, 'The account of the holder was deleted']);
});

test('a code is read in any case, with dashes, spaces and look-alike signs', () => {
  for (const typed of ['01AB23CD45EF', 'oiab-23cd-45ef', ' OLAB 23CD 45EF ', '0-1-a-b-2-3-c-d-4-5-e-f']) {
    expect([typed, readCertificateCode(typed)]).toEqual([typed, '01AB23CD45EF']);
  }
  expect(toPrintedCode('01AB23CD45EF')).toBe('01AB-23CD-45EF');
});

test('what cannot be a code is none', () => {
  const hostile = ['', '01AB23CD45E', '01AB23CD45EFG', 'UUUUUUUUUUUU', "' or 1=1 --", '٠١٢٣٤٥٦٧٨٩٠١', '\0'];
  for (const typed of [...hostile, 'A'.repeat(100_000), '../../../etc', '<script>abc', 'ABCDEFGHJKMİ']) {
    expect([typed.slice(0, 20), readCertificateCode(typed)]).toEqual([typed.slice(0, 20), null]);
  }
});

test('the database draws codes that differ in every place, over all 32 signs', async () => {
  const rows = await queryRows<{ code: string }>(
    api.db,
    sql`select new_certificate_code() as code from generate_series(1, 1500)`,
  );
  const codes = rows.map(({ code }) => code);
  expect(new Set(codes).size).toBe(1500);
  for (const code of codes.slice(0, 50)) expect(readCertificateCode(code)).toBe(code);
  for (let place = 0; place < 12; place++) {
    expect([place, new Set(codes.map((code) => code[place])).size]).toEqual([place, 32]);
  }
});
