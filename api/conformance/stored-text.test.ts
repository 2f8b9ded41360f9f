import { expect, test } from 'bun:test';
import { exportUsers } from '#contract/admin-users.ts';
import { createAssignment } from '#contract/assignments.ts';
import { getProfile, signup, updateProfile } from '#contract/auth.ts';
import { createBadge } from '#contract/badges.ts';
import type { Call } from '#contract/call.ts';
import { createCohort } from '#contract/cohorts.ts';
import { createLeague, exportLeagues } from '#contract/leagues.ts';
import { enrollInLeague } from '#contract/learning.ts';
import { downloadOwnData } from '#contract/own-account.ts';
import { migrateToV2 } from '#contract/profile-migration.ts';
import { getResourceProgress, saveNote } from '#contract/resource-progress.ts';
import { createResource } from '#contract/resources.ts';
import { createSection } from '#contract/sections.ts';
import { createSpecialization } from '#contract/specializations.ts';
import { getSubmission, reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { createWeek } from '#contract/weeks.ts';
import { listStoredMessages } from '../platform/mail/outbox.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../test/people.ts';

const NAME = `if a < b && b > c then List<String> "it's" <b>ਪੰਜਾਬੀ</b> &amp; 1`;
const PROSE = `    if a < b:\n\treturn List<String>()  # "it's" & done\n\n<script>alert(1)</script>`;

const send = async (person: Person, call: Pick<Call, 'method' | 'path'>, body: unknown, params = {}) => {
  const reply = await api.call(call, { token: person.token, params, body });
  expect([call.path, reply.status < 300, reply.body.error]).toEqual([call.path, true, undefined]);
  return reply.body.data;
};

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const learner = await addPerson(api.db, { migrated: false });

test('P29 what people write comes back as they typed it, code included, and is harmless in files and mail', async () => {
  const both = { name: NAME, description: PROSE };
  const cohort = await send(grand, createCohort, both);
  const league = await send(grand, createLeague, { ...both, cohortId: cohort.id });
  const week = await send(grand, createWeek, { ...both, order: 1, leagueId: league.id });
  const section = await send(grand, createSection, { ...both, order: 1, weekId: week.id });
  const leagues = [{ leagueId: league.id, order: 1 }];
  const specialization = await send(grand, createSpecialization, { ...both, cohortId: cohort.id, leagues });
  for (const thing of [cohort, league, week, section, specialization]) expect(thing).toMatchObject(both);
  const link = { url: 'https://example.org', type: 'BLOG', order: 1 };
  const resource = await send(grand, createResource, { ...link, title: NAME }, { id: section.id });
  expect(resource.title).toBe(NAME);
  const { badge } = await send(grand, createBadge, { ...both, leagueId: league.id });
  expect(badge).toMatchObject(both);
  const task = { title: NAME, description: PROSE };
  const assignment = await send(grand, createAssignment, { ...task, leagueId: league.id });
  expect(assignment).toMatchObject(task);

  await send(learner, enrollInLeague, { cohortId: cohort.id, leagueId: league.id });
  const resourceId = resource.id;
  await send(learner, saveNote, { personalNote: PROSE }, { resourceId });
  // A client that has seen what came back is no conflict.
  await send(learner, saveNote, { personalNote: `${PROSE}\nmore`, expectedNote: PROSE }, { resourceId });
  await send(learner, saveNote, { personalNote: PROSE }, { resourceId });
  const progress = await api.call(getResourceProgress, { token: learner.token, params: { resourceId } });
  expect(progress.body.data.progress.personalNote).toBe(PROSE);
  const submitted = await send(
    learner,
    submitAssignment,
    { content: PROSE },
    { assignmentId: assignment.id },
  );
  await send(grand, reviewSubmission, { status: 'NEEDS_REVISION', feedback: PROSE }, { id: submitted.id });
  const detail = await api.call(getSubmission, { token: grand.token, params: { id: submitted.id } });
  expect(detail.body.data).toMatchObject({ content: PROSE, feedback: PROSE });

  const academic = { institute: NAME, department: 'Mathematics and Computing', graduationYear: 2027 };
  await send(learner, migrateToV2, {
    ...academic,
    phoneNumber: '9800000000',
    studentId: 'SIT <1>',
    discordUsername: '<owl>',
  });
  await send(learner, updateProfile, { name: NAME.slice(0, 50) });
  const profile = await api.call(getProfile, { token: learner.token });
  expect(profile.body.data).toMatchObject({
    name: NAME.slice(0, 50),
    institute: NAME,
    studentId: 'SIT <1>',
    discordUsername: '<owl>',
  });
  const joined = await api.call(signup, {
    body: { name: '<Ada>', email: 'ada@example.test', password: TEST_PASSWORD },
  });
  expect(joined.body.data.user.name).toBe('<Ada>');

  const review = (await listStoredMessages(api)).find(({ kind }) => kind === 'SUBMISSION_REVIEWED');
  expect(review?.text).toContain('>     if a < b:');
  expect(review?.html).toContain('    if a &lt; b:<br>\treturn List&lt;String&gt;()');
  for (const { html } of await listStoredMessages(api)) expect(html).not.toMatch(/<script|<b>|List<String>/);
  const file = await api.call(exportLeagues, { token: grand.token });
  expect(file.body).toContain(`"${NAME.replaceAll('"', '""')}"`);
  expect((await api.call(exportUsers, { token: grand.token })).body).toContain('<Ada>');
  const own = await api.call(downloadOwnData, {
    token: learner.token,
    query: { format: 'html' },
  });
  expect(own.body).not.toMatch(/<script>alert|<b>ਪ/);
});
