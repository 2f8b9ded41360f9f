import type { HeldCertificate } from '#contract/certificates.ts';
import { getDashboard } from '#contract/learning.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { certificates } from '../platform/db/schema/awards.ts';
import { specializationLeagues, specializations } from '../platform/db/schema/curriculum.ts';
import { createId } from '../platform/process/secrets.ts';
import { readEntries } from './audit-entries.ts';
import { enroll, resourcesOf, type TestLeague } from './leagues.ts';
import type { TestApp } from './make-app.ts';
import type { Person } from './people.ts';

/** Adds a certificate straight to the database; without a league it is one of a specialization. */
export async function addCertificate(
  { db }: Pick<TestApp, 'db'>,
  holder: Person,
  league: TestLeague | null,
  values: Partial<typeof certificates.$inferInsert> = {},
): Promise<{ id: string; code: string }> {
  const [row] = await db
    .insert(certificates)
    .values({
      id: createId(),
      kind: league ? 'LEAGUE' : 'SPECIALIZATION',
      userId: holder.id,
      leagueId: league?.id ?? null,
      holderName: holder.name,
      title: league?.name ?? 'Money and machines',
      issuer: 'Issuer',
      completedAt: new Date(2026, 1, 1),
      ...values,
    })
    .returning({ id: certificates.id, code: certificates.code });
  if (!row) throw new Error('no certificate');
  return row;
}

/** Adds a specialization of some leagues of one intake, called after the first. */
export async function addSpecialization(
  { db }: Pick<TestApp, 'db'>,
  leagues: readonly [TestLeague, ...TestLeague[]],
): Promise<string> {
  const id = createId();
  const [{ cohortId, name }] = leagues;
  await db.insert(specializations).values({ id, cohortId, name: `Path of ${name}` });
  for (const [index, league] of leagues.entries()) {
    await db
      .insert(specializationLeagues)
      .values({ id: createId(), specializationId: id, leagueId: league.id, order: index + 1 });
  }
  return id;
}

/** Enrolls a learner and ticks every resource of a league, as fast as the product answers. */
export async function completeLeague(api: TestApp, learner: Person, league: TestLeague): Promise<void> {
  await enroll(api.db, learner.id, league);
  for (const { id } of resourcesOf(league)) {
    const params = { resourceId: id };
    const { status } = await api.call(completeResource, { token: learner.token, params, body: {} });
    if (status !== 200) throw new Error(`A tick was answered with ${status}`);
  }
}

/** The own certificates of a person, newest first, as their dashboard shows them. */
export async function ownCertificatesOf(api: TestApp, { token }: Person): Promise<HeldCertificate[]> {
  return (await api.call(getDashboard, { token })).body.data.certificates;
}

/** The entries of the audit log about certificates of a person, the oldest first; of what they tell, all but names. */
export async function certificateEntriesOf({ db }: Pick<TestApp, 'db'>, person: Person) {
  return (await readEntries(db, { targetUserId: person.id }))
    .filter(({ action }) => action.startsWith('CERTIFICATE_'))
    .map(({ action, actorId, metadata: { names, ...metadata } }) => ({ action, actorId, metadata }));
}
