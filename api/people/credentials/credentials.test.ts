import { beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JWK } from 'jose';
import { updateUserStatus } from '#contract/admin-users.ts';
import { revokeBadge } from '#contract/badges.ts';
import { toPrintedCode } from '#contract/certificate-code.ts';
import { restoreCertificate, revokeCertificate } from '#contract/certificates.ts';
import * as calls from '#contract/credentials.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { queryRows } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { badges, certificates, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { credentialKeys, credentials } from '../../platform/db/schema/people.ts';
import { createId, createSecretKey } from '../../platform/process/secrets.ts';
import { addAssignment, addBadge } from '../../test/awards.ts';
import { addCertificate, addSpecialization } from '../../test/certificates.ts';
import { addCredentialKey } from '../../test/credentials.ts';
import { addLeague, addLearner, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, signInPerson, TEST_PASSWORD } from '../../test/people.ts';
import { readStatements } from '../../test/statements.ts';
import { findRevoked } from './issue.ts';
import { removeKey, rotateKey } from './keys.ts';

const api = await openTestApp({
  PUBLIC_SITE_URL: 'https://league.example.test',
  PUBLIC_API_URL: 'https://api.example.test/',
});
const { db } = api;
const DID = 'did:web:league.example.test';
const LIST = 'https://api.example.test/api/public/credential-status';
const MOMENT = new Date('2026-03-01T20:00:00.750Z');
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER' });

const list = async ({ token }: Person) => (await api.call(calls.listOwnCredentials, { token })).body.data;
const ask = ({ token }: Person, body: object) =>
  api.call(calls.issueCredential, { token, body: { hasProjects: false, ...body } });
async function issue(person: Person, body: object): Promise<string> {
  const { body: reply } = await ask(person, body);
  return reply.data.credential;
}
const readDocument = async () => {
  const reply = await api.request(calls.ISSUER_DOCUMENT_PATH);
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
};
const decode = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());

/** The payload of a JWS that a key of the issuer's document signed. */
async function verify(jws: string) {
  const { body } = await readDocument();
  const keys = body.verificationMethod.map((method: { id: string; publicKeyJwk: JWK }) => ({
    ...method.publicKeyJwk,
    kid: method.id,
  }));
  const { payload } = await compactVerify(jws, createLocalJWKSet({ keys }));
  return JSON.parse(new TextDecoder().decode(payload));
}

async function isRevoked(jws: string): Promise<boolean> {
  const { body } = await api.call(calls.getCredentialStatus);
  const { encodedList } = (await verify(body)).credentialSubject;
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  expect(bits).toHaveLength(calls.STATUS_LIST_SIZE / 8);
  const index = Number(decode(jws).credentialStatus.statusListIndex);
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

async function addAwards(input: { title?: string } = {}) {
  const { title = `Machine Learning ${createId()}` } = input;
  const league = await addLeague(db, { name: title, weeks: 1, sections: 1, resources: 1 });
  const person = await addLearner(db, [league]);
  const badgeId = await addBadge(db, league.id, title, [person.id]);
  await db.update(userBadges).set({ earnedAt: MOMENT }).where(eq(userBadges.badgeId, badgeId));
  const [badge] = await db.select().from(userBadges).where(eq(userBadges.badgeId, badgeId));
  const certificate = await addCertificate(api, person, league, { completedAt: new Date('2026-02-28') });
  const specializationId = await addSpecialization(api, [league]);
  const done = { id: createId(), userId: person.id, specializationId, completedAt: new Date('2026-02-27') };
  await db.insert(userSpecializations).values(done);
  return { person, league, badgeId, specializationId, badge: badge?.id ?? '', certificate, done: done.id };
}

async function addProject(
  person: Person,
  league: TestLeague,
  values: Partial<typeof submissions.$inferInsert>,
) {
  const assignmentId = await addAssignment(db, league.id, { title: 'Predict rents' });
  const row = { id: createId(), userId: person.id, assignmentId, status: 'APPROVED', ...values };
  await db.insert(submissions).values(row);
  return assignmentId;
}

describe('without a key', () => {
  test('nothing is offered, signed or published', async () => {
    const { person, badge } = await addAwards();
    expect(await list(person)).toEqual({ isOffered: false, credentials: [] });
    const refused = await ask(person, { kind: 'badge', id: badge });
    expect([refused.status, refused.body.code]).toEqual([404, 'CREDENTIALS_OFF']);
    expect((await api.call(calls.getCredentialStatus)).status).toBe(404);
    const { status, body } = await readDocument();
    expect([status, body.success, body.code]).toEqual([404, false, 'CREDENTIALS_OFF']);
    expect(await db.$count(credentials)).toBe(0);
  });
});

describe('with a key', () => {
  let keyId = '';
  beforeAll(async () => {
    keyId = await addCredentialKey(db);
  });

  test('the document of the issuer holds its public keys, for any site', async () => {
    const { status, headers, body } = await readDocument();
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'application/json; charset=utf-8',
      '*',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    const id = `${DID}#${keyId}`;
    expect(body).toEqual({
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
      id: DID,
      verificationMethod: [
        {
          ...{ id, type: 'JsonWebKey2020', controller: DID },
          publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), alg: 'EdDSA' },
        },
      ],
      assertionMethod: [id],
    });
  });

  test('awards are listed, the latest first', async () => {
    const { person, league, badge, certificate, done } = await addAwards();
    const picture = 'https://league.example.test/api/badge-pictures/emblems/quantum-blue.svg';
    await db.update(badges).set({ imageUrl: picture }).where(eq(badges.leagueId, league.id));
    await addProject(person, league, { githubUrl: 'https://github.com/asha/rents' });
    const shared = {
      imageUrl: null,
      code: null,
      league: { id: league.id, name: league.name },
      projectCount: 1,
    };
    expect(await list(person)).toEqual({
      isOffered: true,
      credentials: [
        {
          ...shared,
          kind: 'badge',
          id: badge,
          title: league.name,
          imageUrl: picture,
          earnedOn: '2026-03-02',
        },
        {
          ...{ ...shared, kind: 'certificate', id: certificate.id, title: league.name },
          ...{ code: toPrintedCode(certificate.code), earnedOn: '2026-02-28' },
        },
        {
          ...{ ...shared, kind: 'specialization', id: done, title: `Path of ${league.name}` },
          ...{ league: null, earnedOn: '2026-02-27' },
        },
      ],
    });
  });

  test('a badge is signed as an Open Badges 3.0 credential that names nobody', async () => {
    const { person, badge, badgeId, league } = await addAwards();
    // The database holds addresses in lower case alone (users_email_lower).
    const mixed = { email: person.email.toUpperCase() };
    await expect(db.update(users).set(mixed).where(eq(users.id, person.id)).execute()).rejects.toThrow();
    const jws = await issue(person, { kind: 'badge', id: badge });
    expect(decodeProtectedHeader(jws)).toEqual({
      ...{ alg: 'EdDSA', typ: 'vc+jwt', cty: 'vc', kid: `${DID}#${keyId}` },
    });
    const [row] = await db.select().from(credentials).where(eq(credentials.awardId, badge));
    if (!row) throw new Error('no row');
    const hash = createHash('sha256').update(person.email + row.salt);
    const criteria = `Complete every section of the league “${league.name}”, or be given the badge by its staff.`;
    expect(await verify(jws)).toEqual({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      id: `urn:uuid:${row.id}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: DID, type: ['Profile'], name: 'OpenLeague', url: 'https://league.example.test' },
      name: league.name,
      validFrom: '2026-03-01T20:00:00Z',
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [
          {
            ...{ type: 'IdentityObject', hashed: true, identityHash: `sha256$${hash.digest('hex')}` },
            ...{ identityType: 'emailAddress', salt: row.salt },
          },
        ],
        achievement: {
          ...{ id: `${DID}/badge/${badgeId}`, type: ['Achievement'], achievementType: 'Badge' },
          ...{ name: league.name, description: criteria, criteria: { narrative: criteria } },
        },
      },
      credentialStatus: {
        ...{ id: `${LIST}#${row.statusIndex}`, type: 'BitstringStatusListEntry' },
        ...{ statusPurpose: 'revocation', statusListIndex: `${row.statusIndex}`, statusListCredential: LIST },
      },
      ...{ iss: DID, jti: `urn:uuid:${row.id}`, nbf: Date.parse('2026-03-01T20:00:00Z') / 1000 },
    });
    expect(await issue(person, { kind: 'badge', id: badge })).toBe(jws);
    for (const secret of [person.email, person.name, person.id]) {
      expect(JSON.stringify(decode(jws))).not.toContain(secret);
    }
  });

  test('evidence is named on request: approved answers with a link, of the leagues of the award', async () => {
    const { person, league, badge, certificate, done } = await addAwards();
    const elsewhere = await addLeague(db, { weeks: 0 });
    await addProject(person, elsewhere, { liveUrl: 'https://other.example' });
    const assignmentId = await addProject(person, league, { liveUrl: 'https://rents.example' });
    const stranger = await addPerson(db);
    const answer = { userId: stranger.id, status: 'APPROVED', liveUrl: 'https://stranger.example' };
    await db.insert(submissions).values({ id: createId(), assignmentId, ...answer });
    const evidence = [{ id: 'https://rents.example', type: ['Evidence'], name: 'Predict rents' }];
    for (const award of [
      { kind: 'badge', id: badge },
      { kind: 'certificate', id: certificate.id },
      { kind: 'specialization', id: done },
    ]) {
      expect(decode(await issue(person, { ...award, hasProjects: true })).evidence).toEqual(evidence);
      expect(decode(await issue(person, award))).not.toHaveProperty('evidence');
    }
    const counts = async () =>
      (await list(person)).credentials.map((row: calls.CredentialRow) => row.projectCount);
    expect(await counts()).toEqual([1, 1, 1]);
    const none = { liveUrl: null, content: null, fileUrl: null };
    for (const change of [
      { status: 'NEEDS_REVISION' },
      { ...none, status: 'APPROVED', fileUrl: 'javascript:alert(1)' },
      { ...none, content: 'No link' },
    ]) {
      await db.update(submissions).set(change).where(eq(submissions.userId, person.id));
      expect(await counts()).toEqual([0, 0, 0]);
      const bare = await issue(person, { kind: 'badge', id: badge, hasProjects: true });
      expect(decode(bare)).not.toHaveProperty('evidence');
    }
  });

  test('certificates and specializations say what they are for; a badge without a league has no evidence', async () => {
    const { person, league, certificate, done, specializationId } = await addAwards();
    const paper = decode(await issue(person, { kind: 'certificate', id: certificate.id }));
    expect(paper.credentialSubject.achievement).toEqual({
      ...{ id: `${DID}/certificate/${league.id}`, type: ['Achievement'] },
      ...{ achievementType: 'CertificateOfCompletion', name: league.name },
      description: `Certificate of OpenLeague for the league “${league.name}”`,
      criteria: { narrative: `Complete the league “${league.name}”, with its assignments approved.` },
    });
    const path = decode(await issue(person, { kind: 'specialization', id: done }));
    expect(path.credentialSubject.achievement).toMatchObject({
      ...{ id: `${DID}/specialization/${specializationId}`, achievementType: 'LearningProgram' },
      criteria: { narrative: `Complete every league of the specialization “Path of ${league.name}”.` },
    });
    const ofPath = await addCertificate(api, person, null, { specializationId, title: 'Money and machines' });
    const whole = decode(await issue(person, { kind: 'certificate', id: ofPath.id }));
    expect(whole.credentialSubject.achievement).toMatchObject({
      id: `${DID}/certificate/${specializationId}`,
      description: 'Certificate of OpenLeague for every league of the specialization “Money and machines”',
    });

    const free = { id: createId(), name: 'Helper', description: 'Answered ten questions' };
    await db.insert(badges).values(free);
    const held = { id: createId(), userId: person.id, badgeId: free.id };
    await db.insert(userBadges).values(held);
    const row = (await list(person)).credentials.find(({ id }: { id: string }) => id === held.id);
    expect(row).toMatchObject({ title: 'Helper', league: null, projectCount: 0 });
    const given = decode(await issue(person, { kind: 'badge', id: held.id, hasProjects: true }));
    expect(given.credentialSubject.achievement.criteria).toEqual({ narrative: 'Answered ten questions' });
    expect(given).not.toHaveProperty('evidence');
  });

  test('titles arrive as they are', async () => {
    const title = `</script><b>"\\ \u202eevil\u2028 😀 ${createId()}`;
    const { person, badge } = await addAwards({ title });
    const signed = await verify(await issue(person, { kind: 'badge', id: badge }));
    expect([signed.name, signed.credentialSubject.achievement.name]).toEqual([title, title]);
  });

  test('only an own award is signed, by its own kind, and not a revoked certificate', async () => {
    const { person, badge, badgeId, certificate } = await addAwards();
    const other = await addAwards();
    await db
      .update(certificates)
      .set({ revokedAt: MOMENT, revocationReason: 'Copied' })
      .where(eq(certificates.id, certificate.id));
    for (const body of [
      { kind: 'badge', id: other.badge },
      { kind: 'certificate', id: other.certificate.id },
      { kind: 'specialization', id: other.done },
      { kind: 'certificate', id: badge },
      { kind: 'badge', id: badgeId },
      { kind: 'certificate', id: certificate.id },
    ]) {
      const { status, body: reply } = await ask(person, body);
      expect([body, status, reply.code]).toEqual([body, 404, 'AWARD_NOT_FOUND']);
    }
    for (const body of [
      { kind: 'diploma', id: badge },
      { kind: 'badge' },
      { kind: 'badge', id: badge, hasProjects: 1 },
    ]) {
      expect((await ask(person, body)).status).toBe(400);
    }
    expect((await list(person)).credentials).toHaveLength(2);
    const kept = sql`award_id in (${other.badge}, ${other.certificate.id}, ${certificate.id})`;
    expect(await db.$count(credentials, kept)).toBe(0);
  });

  test('many calls at once make one row and the same bytes', async () => {
    const { person, badge } = await addAwards();
    const files = await Promise.all(
      Array.from({ length: 10 }, () => issue(person, { kind: 'badge', id: badge })),
    );
    expect(new Set(files).size).toBe(1);
    expect(await db.$count(credentials, eq(credentials.awardId, badge))).toBe(1);
  });

  test('an index that is taken is drawn again', async () => {
    const { person, badge, certificate, done } = await addAwards();
    await api.owner.execute(sql`create sequence drawn`);
    await api.owner.execute(sql`create function draw() returns trigger security definer language plpgsql as
      'begin new.status_index := 500 + nextval(''drawn'') / 3; return new; end'`);
    await api.owner.execute(
      sql`create trigger draws before insert on credentials for each row execute function draw()`,
    );
    const indexes = new Set<string>();
    for (const award of [
      { kind: 'badge', id: badge },
      { kind: 'certificate', id: certificate.id },
      { kind: 'specialization', id: done },
    ]) {
      indexes.add(decode(await issue(person, award)).credentialStatus.statusListIndex);
    }
    expect(indexes.size).toBe(3);
    await api.owner.execute(sql`drop trigger draws on credentials`);
  });
});

describe('status', () => {
  beforeAll(() => addCredentialKey(db));

  test('the list is a signed credential of 2^20 bits', async () => {
    const { status, headers, body } = await api.call(calls.getCredentialStatus);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/vc+jwt; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const signed = await verify(body);
    expect(signed).toEqual({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      ...{ id: LIST, type: ['VerifiableCredential', 'BitstringStatusListCredential'], issuer: DID },
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      credentialSubject: {
        ...{ id: `${LIST}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation' },
        ...{ encodedList: expect.stringMatching(/^u[\w-]+$/), ttl: 300_000 },
      },
      ...{ iss: DID, jti: LIST, nbf: Date.parse(signed.validFrom) / 1000 },
    });
  });

  test('calls at once share one list', async () => {
    const lists = await readStatements(db, () =>
      Promise.all(Array.from({ length: 10 }, () => api.call(calls.getCredentialStatus))),
    );
    expect(lists.filter(({ text }) => text.includes('"status_index"'))).toHaveLength(1);
  });

  test('a bit is set where the award is no longer held', async () => {
    const { person, badge, badgeId, certificate, done } = await addAwards();
    const bystander = await addAwards();
    const files = {
      badge: await issue(person, { kind: 'badge', id: badge }),
      certificate: await issue(person, { kind: 'certificate', id: certificate.id }),
      specialization: await issue(person, { kind: 'specialization', id: done }),
      other: await issue(bystander.person, { kind: 'badge', id: bystander.badge }),
    };
    const revoked = async () => {
      const states = await Promise.all(
        Object.entries(files).map(async ([name, jws]) => ((await isRevoked(jws)) ? [name] : [])),
      );
      return states.flat();
    };
    expect(await revoked()).toEqual([]);
    const token = grand.token;
    const id = certificate.id;
    await api.call(revokeCertificate, { token, params: { id }, body: { reason: 'Copied' } });
    expect(await revoked()).toEqual(['certificate']);
    await api.call(restoreCertificate, { token, params: { id } });
    expect(await revoked()).toEqual([]);
    await api.call(revokeBadge, { token, params: { id: badgeId }, body: { userId: person.id } });
    await db.delete(userSpecializations).where(eq(userSpecializations.id, done));
    expect(await revoked()).toEqual(['badge', 'specialization']);
    const ofOtherKind = { id: createId(), kind: 'badge', awardId: certificate.id, statusIndex: 77, salt: '' };
    await db.insert(credentials).values(ofOtherKind);
    expect(await findRevoked(db)).toContain(77);
    // A badge that is given again is another award, with an index of its own.
    await db.insert(userBadges).values({ id: createId(), userId: person.id, badgeId });
    expect(await revoked()).toEqual(['badge', 'specialization']);
  });

  test('a suspended account keeps its credentials and gets none; a deleted one leaves an index and no trace', async () => {
    const { person, badge, certificate } = await addAwards();
    const files = [
      await issue(person, { kind: 'badge', id: badge }),
      await issue(person, { kind: 'certificate', id: certificate.id }),
    ];
    const setStatus = (newStatus: string) =>
      api.call(updateUserStatus, {
        token: grand.token,
        body: { userId: person.id, newStatus, reason: 'Copied answers' },
      });
    await setStatus('SUSPENDED');
    expect((await ask(person, { kind: 'badge', id: badge })).status).toBeGreaterThanOrEqual(401);
    expect(await Promise.all(files.map(isRevoked))).toEqual([false, false]);
    await setStatus('ACTIVE');
    const before = await db.$count(credentials);
    const { token } = await signInPerson(db, person.id);
    const gone = await api.call(deleteOwnAccount, {
      token,
      body: { password: TEST_PASSWORD, confirmation: 'DELETE' },
    });
    expect(gone.status).toBe(200);
    expect(await Promise.all(files.map(isRevoked))).toEqual([true, true]);
    expect(await db.$count(credentials)).toBe(before);
    const rows = await queryRows<{ row: string }>(db, sql`select credentials::text as row from credentials`);
    for (const { row } of rows)
      expect(row).not.toMatch(new RegExp(`${person.id}|${person.email}|${person.name}`));
  });
});

describe('keys', () => {
  beforeAll(() => addCredentialKey(db));

  test('old credentials stay valid when the key changes, and end with the key that signed them', async () => {
    const { person, badge } = await addAwards();
    const old = await issue(person, { kind: 'badge', id: badge });
    const oldKey = decodeProtectedHeader(old).kid?.split('#')[1] ?? '';
    const newKey = await rotateKey(db, api.secret);
    const fresh = await issue(person, { kind: 'badge', id: badge });
    expect(decodeProtectedHeader(fresh).kid).toBe(`${DID}#${newKey}`);
    expect(await verify(old)).toEqual(await verify(fresh));
    expect(await db.$count(credentialKeys, sql`retired_at is null`)).toBe(1);
    expect(await removeKey(db, oldKey)).toBe(true);
    expect(await removeKey(db, oldKey)).toBe(false);
    await expect(verify(old)).rejects.toThrow('no applicable key');
    expect((await verify(fresh)).name).toBe(decode(fresh).name);
  });

  test('a key that SECRET_KEY does not open turns credentials off, and leaves the issued ones valid', async () => {
    const { person, badge } = await addAwards();
    const jws = await issue(person, { kind: 'badge', id: badge });
    await rotateKey(db, createSecretKey('another key that is long enough'));
    expect(await list(person)).toEqual({ isOffered: false, credentials: [] });
    expect((await ask(person, { kind: 'badge', id: badge })).body.code).toBe('CREDENTIALS_OFF');
    expect((await api.call(calls.getCredentialStatus)).status).toBe(404);
    expect((await verify(jws)).name).toBe(decode(jws).name);
    expect(api.logged()).toContain('credential_key_sealed');
  });
});
