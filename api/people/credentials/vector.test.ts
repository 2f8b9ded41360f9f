import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { compactVerify, importJWK, type JWK } from 'jose';
import * as calls from '#contract/credentials.ts';
import { DEMO_ACCOUNTS } from '../../demo/accounts.ts';
import mlEarlier from '../../demo/leagues/ml-earlier.json' with { type: 'json' };
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { credentialKeys, credentials } from '../../platform/db/schema/people.ts';
import { addAssignment } from '../../test/awards.ts';
import { addCertificate } from '../../test/certificates.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { toIssuer, toStatusList } from './format.ts';

// A change of these files ends every credential that was handed out: mend the code instead.
const file = (name: string) => Bun.file(join(import.meta.dir, '../../test/credential-vector', name));
const { kid, d, ...publicKey } = (await file('key.json').json()) as JWK & { kid: string };

const api = await openTestApp({ PUBLIC_SITE_URL: 'https://openleague.example' });
const { db } = api;
await db.insert(credentialKeys).values({
  ...{ id: kid, publicKey: JSON.stringify(publicKey) },
  privateKey: api.secret.seal(JSON.stringify({ ...publicKey, d })),
});

const EARNED = new Date('2026-03-01T09:30:00Z');
const LISTED = new Date('2026-11-30T12:00:00Z');
const [VALID, REVOKED] = [94_567, 4711];
const idOf = (place: number) => `019a0000-0000-7000-8000-00000000000${place}`;

test('badge and certificate of the demo’s Luminary come out byte for byte', async () => {
  const luminary = DEMO_ACCOUNTS.find(({ role }) => role === 'LUMINARY');
  const person = await addPerson(db, { ...luminary, verified: true });
  const league = { ...(await addLeague(db, { name: mlEarlier.name, weeks: 0 })), id: idOf(1) };
  await db.update(leagues).set({ id: league.id }).where(eq(leagues.name, league.name));
  await db.insert(badges).values({ id: idOf(2), leagueId: league.id, ...mlEarlier.badge });
  const badge = { id: idOf(3), userId: person.id, badgeId: idOf(2), earnedAt: EARNED };
  await db.insert(userBadges).values(badge);
  await addCertificate(api, person, league, { id: idOf(4), completedAt: EARNED });
  const assignmentId = await addAssignment(db, league.id, { title: 'Predict rents' });
  const answer = { status: 'APPROVED', githubUrl: 'https://github.com/aditi-menon/predict-rents' };
  await db.insert(submissions).values({ id: idOf(5), assignmentId, userId: person.id, ...answer });
  await db.insert(credentials).values([
    {
      ...{ id: idOf(6), kind: 'badge', awardId: idOf(3), statusIndex: VALID },
      salt: '00112233445566778899aabbccddeeff',
    },
    {
      ...{ id: idOf(7), kind: 'certificate', awardId: idOf(4), statusIndex: REVOKED },
      salt: 'ffeeddccbbaa99887766554433221100',
    },
  ]);
  for (const [name, body] of [
    ['credential.jwt', { kind: 'badge', id: idOf(3), hasProjects: true }],
    ['revoked.jwt', { kind: 'certificate', id: idOf(4), hasProjects: false }],
  ] as const) {
    const reply = await api.call(calls.issueCredential, { token: person.token, body });
    expect([name, reply.body.data.credential]).toEqual([name, await file(name).text()]);
  }
});

test('the issuer and the status list beside them are those of the product', async () => {
  const document = await (await api.request(calls.ISSUER_DOCUMENT_PATH)).json();
  expect(document).toEqual(await file('did.json').json());
  const { payload } = await compactVerify(
    await file('status.jwt').text(),
    await importJWK(publicKey, 'EdDSA'),
  );
  // Compressed bytes differ from one zlib to the next.
  const plain = ({ credentialSubject, ...list }: ReturnType<typeof toStatusList>) => {
    const { encodedList, ...subject } = credentialSubject;
    return { ...list, ...subject, bits: gunzipSync(Buffer.from(encodedList.slice(1), 'base64url')) };
  };
  const expected = toStatusList(toIssuer(api.config), [REVOKED], LISTED);
  expect(plain(JSON.parse(new TextDecoder().decode(payload)))).toEqual(plain(expected));
});
