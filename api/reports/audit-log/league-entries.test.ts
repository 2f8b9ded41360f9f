import { expect, test } from 'bun:test';
import { createAssignment, updateAssignment } from '#contract/assignments.ts';
import { type AuditLogRow, exportAuditLogs, listAuditLogs } from '#contract/audit-log.ts';
import { awardBadge, createBadge, revokeBadge, updateBadge } from '#contract/badges.ts';
import { type Call, pathOf } from '#contract/call.ts';
import { correctCertificateName, restoreCertificate, revokeCertificate } from '#contract/certificates.ts';
import { updateLeague } from '#contract/leagues.ts';
import { enrollInLeague, getDashboard } from '#contract/learning.ts';
import { completeResource, markForRevision } from '#contract/resource-progress.ts';
import { updateResource } from '#contract/resources.ts';
import { claimSubmission, releaseSubmission } from '#contract/review-queue.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const learner = await addPerson(api.db);
const league = await addLeague(api.db, { name: 'Money', weeks: 1, sections: 1, resources: 1 });
const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';

async function call(
  person: Person,
  what: Pick<Call, 'method' | 'path'>,
  params: Record<string, string> = {},
  body: unknown = {},
) {
  const reply = await api.call(what, {
    token: person.token,
    params,
    body: what.method === 'GET' ? undefined : body,
  });
  expect([pathOf(what, params), reply.status < 300, reply.body.error]).toEqual([
    pathOf(what, params),
    true,
    undefined,
  ]);
  return reply.body.data;
}
const entriesOfLeague = async (): Promise<AuditLogRow[]> =>
  (await call(grand, { ...listAuditLogs, path: `${listAuditLogs.path}?leagueId=${league.id}&limit=100` }))
    .logs;

test('audit log: the filter of a league finds everything that happened in it, told by the names of that moment', async () => {
  await call(learner, enrollInLeague, {}, { cohortId: league.cohortId, leagueId: league.id });
  const { badge } = await call(grand, createBadge, {}, { name: 'Saver', leagueId: league.id });
  await call(grand, updateBadge, { id: badge.id }, { name: 'Great saver' });
  await call(learner, markForRevision, { resourceId });
  await call(learner, completeResource, { resourceId });
  await call(grand, revokeBadge, { id: badge.id }, { userId: learner.id });
  await call(grand, awardBadge, { id: badge.id }, { userId: learner.id });
  const [certificate] = (await call(learner, getDashboard)).certificates;
  const corrected = { name: 'Another Name', reason: 'Passport seen' };
  await call(grand, correctCertificateName, { id: certificate.id }, corrected);
  await call(grand, revokeCertificate, { id: certificate.id }, { reason: 'Somebody else did it' });
  await call(grand, restoreCertificate, { id: certificate.id });
  const assignment = await call(
    grand,
    createAssignment,
    {},
    {
      title: 'Budget',
      description: 'Make one',
      leagueId: league.id,
    },
  );
  await call(grand, updateAssignment, { id: assignment.id }, { title: 'Household budget' });
  const { id } = await call(learner, submitAssignment, { assignmentId: assignment.id }, { content: 'Here' });
  await call(grand, claimSubmission, { id });
  await call(grand, releaseSubmission, { id });
  await call(grand, reviewSubmission, { id }, { status: 'APPROVED' });
  await call(grand, updateResource, { id: resourceId }, { title: 'A new title' });
  await call(grand, updateLeague, { id: league.id }, { name: 'Finance' });

  const entries = await entriesOfLeague();
  expect(entries.map(({ action }) => action).toReversed()).toEqual([
    'USER_ENROLLED',
    'BADGE_CREATED',
    'BADGE_UPDATED',
    'RESOURCE_MARKED_FOR_REVISION',
    'RESOURCE_COMPLETED',
    'SECTION_COMPLETED',
    'BADGE_EARNED',
    'CERTIFICATE_ISSUED',
    'BADGE_REVOKED',
    'BADGE_MANUALLY_AWARDED',
    'CERTIFICATE_RENAMED',
    'CERTIFICATE_REVOKED',
    'CERTIFICATE_RESTORED',
    'ASSIGNMENT_CREATED',
    'ASSIGNMENT_UPDATED',
    'ASSIGNMENT_SUBMITTED',
    'SUBMISSION_CLAIMED',
    'SUBMISSION_RELEASED',
    'SUBMISSION_REVIEWED',
    'RESOURCE_UPDATED',
    'LEAGUE_UPDATED',
  ]);
  const namesOf = (action: string) => entries.find((entry) => entry.action === action)?.names;
  expect(namesOf('RESOURCE_COMPLETED')).toEqual({ [league.id]: 'Money', [resourceId]: 'Resource 1.1.1' });
  expect(namesOf('RESOURCE_UPDATED')).toEqual({ [league.id]: 'Money', [resourceId]: 'A new title' });
  expect(namesOf('ASSIGNMENT_SUBMITTED')).toMatchObject({
    [league.id]: 'Money',
    [assignment.id]: 'Household budget',
  });
  expect(namesOf('LEAGUE_UPDATED')).toEqual({ [league.id]: 'Finance' });
  for (const { metadata } of entries) expect(metadata).not.toHaveProperty('names');
  const csv = await api.call(exportAuditLogs, { token: grand.token, query: { leagueId: league.id } });
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(entries.length + 1);
});
