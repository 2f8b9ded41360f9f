import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { pathOf } from '#contract/call.ts';
import { queryRows } from '../platform/db/client.ts';
import { createId } from '../platform/process/secrets.ts';
import { digestEverything } from '../test/digest.ts';
import { addPerson } from '../test/people.ts';
import { type DemoName, openDemo } from './wire.ts';

/** Nobody but its owner and staff may ever see text that holds this. */
const CANARY = /canary/i;

const demo = await openDemo();
const { db } = demo;
/** Enrolled in Finance and in nothing else. */
const stranger = await addPerson(db, { name: 'Leela Nair' });
const wire = demo.as(stranger.token);
const [finance] = await queryRows<{ id: string }>(db, sql`select id from leagues where name = 'Finance'`);
await wire.post('progress/enroll', { cohortId: 'default', leagueId: finance?.id });
const page = (await wire.get(`progress/leagues/${finance?.id}`)).body.data.progress.weeks;
for (const section of page[0].sections) {
  await wire.put(`progress/sections/${section.id}`, { personalNote: 'canary section note' });
  for (const { id } of section.resources) {
    await wire.put(`resource-progress/${id}/note`, { personalNote: 'canary note' });
    await wire.post(`resource-progress/${id}/revision`, {});
  }
}
const [task] = await queryRows<{ id: string }>(
  db,
  sql`select id from assignments where league_id = ${finance?.id}`,
);
await wire.post(`assignments/${task?.id}/submit`, { content: 'canary answer' });
await db.execute(sql`update submissions set feedback = 'canary feedback'`);
await db.execute(sql`update submission_attempts set feedback = 'canary feedback'`);
await db.execute(sql`insert into user_badges (id, user_id, badge_id, reason)
  select ${createId()}, ${stranger.id}, id, 'canary reason' from badges limit 1`);
await db.execute(sql`insert into audit_log (actor_id, target_user_id, action, description, metadata, ip_address)
  values (${stranger.id}, ${stranger.id}, 'X', 'canary', '{"canary":1}', 'canary')`);
await db.execute(sql`update sessions set user_agent = 'canary agent', ip_address = 'canary'`);
await db.execute(sql`insert into one_time_codes (kind, email, user_id, code_hash, expires_at)
  values ('PASSWORD_RESET', 'canary@private.test', ${stranger.id}, 'canary', now() + interval '1 hour')`);
await db.execute(sql`update users set password_hash = 'canary-hash-' || id`);
const first = async (table: string) => {
  const [row] = await queryRows<{ id: string }>(db, sql`select id from ${sql.identifier(table)} limit 1`);
  return row?.id ?? '';
};
/** One of each kind, where the stranger has left something. */
const ids = {
  user: stranger.id,
  league: finance?.id ?? '',
  week: page[0].id,
  section: page[0].sections[0].id,
  resource: page[0].sections[0].resources[0].id,
  assignment: task?.id ?? '',
  cohort: await first('cohorts'),
  specialization: await first('specializations'),
  badge: await first('badges'),
  submission: await first('submissions'),
  none: 'nowhere',
};

/** Marks every private field of every account but one. */
async function markOthers(ownId: string): Promise<void> {
  await demo.db.execute(sql`update users set
    email = 'canary-' || lower(id) || '@private.test', phone_number = 'canary 98', student_id = 'canary-id',
    institute = 'canary institute', department = 'canary department', discord_username = 'canary',
    portfolio_url = 'https://canary.test', twitter_handle = '@canary', linkedin_url = 'https://canary.test',
    github_username = 'canary', kaggle_username = 'canary', olid = 'canary-' || id
    where id <> ${ownId}`);
  await demo.db.execute(sql`update users set email = 'own@example.test', phone_number = null, student_id = null,
    institute = null, department = null, discord_username = null, portfolio_url = null, twitter_handle = null,
    linkedin_url = null, github_username = null, kaggle_username = null, olid = 'OL026000999'
    where id = ${ownId}`);
  await markSessions(ownId);
}

/** Everybody may read where they signed in themselves. */
async function markSessions(ownId: string): Promise<void> {
  await demo.db.execute(sql`update sessions set
    user_agent = case when user_id = ${ownId} then 'own agent' else 'canary agent' end,
    ip_address = case when user_id = ${ownId} then '203.0.113.1' else 'canary' end`);
}

/** Each read with ids of every kind in every place, and another account's id in every query that may name one. */
function everyRead(): string[] {
  const paths: string[] = [];
  for (const call of demo.app.router.calls.filter((one) => one.method === 'GET')) {
    // A reply that goes on for minutes: it says nothing but a version.
    if (call.files?.includes('text/event-stream')) continue;
    const names = [...call.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? '');
    const fillings = names.length === 0 ? [{}] : Object.values(ids);
    for (const id of fillings) {
      const params = Object.fromEntries(names.map((name) => [name, String(id)]));
      if ('platform' in params) Object.assign(params, { platform: 'twitter', type: 'badge' });
      paths.push(pathOf(call, params));
    }
    const shape = (call.query as { shape?: object } | undefined)?.shape ?? {};
    if ('userId' in shape && names.length === 0) paths.push(`${call.path}?userId=${stranger.id}`);
    if ('limit' in shape && names.length === 0) paths.push(`${call.path}?limit=1000`);
    if ('userId' in shape && names.length === 1) {
      paths.push(`${pathOf(call, { [names[0] ?? '']: ids.league ?? '' })}?userId=${stranger.id}`);
    }
  }
  return paths;
}

/** Also what a pending account outside the league learns of its contents. */
async function leaksTo(name: DemoName): Promise<string[]> {
  const person = demo.people[name];
  await markOthers(person.id);
  const before = await digestEverything(demo.db);
  const leaks: string[] = [];
  for (const path of everyRead()) {
    const reply = await person.get(`/api${path}`);
    const text = JSON.stringify(reply.body);
    if (CANARY.test(text) || reply.status >= 500)
      leaks.push(`${reply.status} ${path}: ${text.slice(0, 200)}`);
    if (/argon2|password_?hash|token_?hash|code_?hash/i.test(text) && path !== '/docs/openapi.json')
      leaks.push(path);
    if (name === 'pending' && /"url":"http/.test(text)) leaks.push(`content: ${path}`);
  }
  expect(await digestEverything(demo.db)).toEqual(before);
  return leaks;
}

for (const name of ['pioneer', 'pending', 'admin'] as const) {
  test(`Q20 SEC P27 fault 3 fault 9 no read of ${name} shows anything private of others, or writes a row`, async () => {
    expect(await leaksTo(name)).toEqual([]);
  });
}

test('SEC 3.5 a pathfinder of ML sees nothing private of a learner of Finance', async () => {
  const { pathfinder } = demo.people;
  await demo.db.execute(sql`update users set email = 'x-' || lower(id) || '@private.test', phone_number = null,
    student_id = null, institute = null, department = null, discord_username = null, portfolio_url = null,
    twitter_handle = null, linkedin_url = null, github_username = null, kaggle_username = null, olid = null`);
  await demo.db.execute(sql`update users set email = 'canary@private.test', phone_number = 'canary'
    where id = ${stranger.id}`);
  await markSessions(pathfinder.id);
  const leaks: string[] = [];
  for (const path of everyRead()) {
    const reply = await pathfinder.get(`/api${path}`);
    if (CANARY.test(JSON.stringify(reply.body))) leaks.push(path);
  }
  expect(leaks).toEqual([]);
});
