// Fills an empty PostgreSQL database with an earlier product's community, to measure `npm run ops -- import-earlier`.
// Usage: bun bench/earlier-community.ts postgres://… [--users N] [--records N]
import { parseArgs } from 'node:util';
import { EARLIER_SCHEMA } from '#api/test/earlier-product.ts';

const { values, positionals } = parseArgs({
  options: { users: { type: 'string', default: '20000' }, records: { type: 'string', default: '120' } },
  allowPositionals: true,
});
const [url = ''] = positionals;
const users = Number(values.users);
const records = Number(values.records);
const LEAGUES = 4;
// Four resources each, so that a league has as many resources as an account has records.
const sections = Math.ceil(records / 4);

const server = new Bun.SQL(url, { max: 1 });
await server.unsafe(EARLIER_SCHEMA);
const password = await Bun.password.hash('Mango-tree-1970', { algorithm: 'bcrypt', cost: 10 });
await server.unsafe(`
  insert into cohorts (id, name, "updatedAt") values ('cohort', 'Cohort', now());
  insert into leagues (id, name, "updatedAt") select 'league' || l, 'League ' || l, now() from generate_series(1, ${LEAGUES}) l;
  insert into weeks (id, name, "order", "leagueId", "updatedAt")
    select concat_ws('-', 'w', l, w), 'Module ' || w, w, 'league' || l, now()
    from generate_series(1, ${LEAGUES}) l, generate_series(1, ${Math.ceil(sections / 5)}) w;
  insert into sections (id, name, "order", "weekId", "updatedAt")
    select concat_ws('-', 's', l, s), 'Topic ' || s, (s - 1) % 5 + 1, concat_ws('-', 'w', l, (s - 1) / 5 + 1), now()
    from generate_series(1, ${LEAGUES}) l, generate_series(1, ${sections}) s;
  insert into section_resources (id, title, url, type, "order", "sectionId", "updatedAt")
    select concat_ws('-', 'r', l, r), 'Resource ' || r, 'https://example.org/' || l || '/' || r, 'ARTICLE',
      (r - 1) % 4 + 1, concat_ws('-', 's', l, (r - 1) / 4 + 1), now()
    from generate_series(1, ${LEAGUES}) l, generate_series(1, ${records}) r;
  insert into users (id, email, name, password, status, "emailVerified", "migratedToV2", olid, "createdAt", "updatedAt")
    select 'cm' || md5(u::text), 'learner-' || u || '@example.test', 'Learner ' || u, '${password}', 'ACTIVE', true, true,
      'OL024' || lpad(u::text, 6, '0'), timestamp '2024-01-01' + u * interval '1 minute', timestamp '2024-06-01'
    from generate_series(1, ${users}) u;
  insert into enrollments (id, "userId", "cohortId", "leagueId", "updatedAt")
    select 'e' || u, 'cm' || md5(u::text), 'cohort', 'league' || (u % ${LEAGUES} + 1), timestamp '2024-06-01'
    from generate_series(1, ${users}) u;
  insert into resource_progress (id, "userId", "resourceId", "isCompleted", "completedAt", "personalNote",
      "markedForRevision", "timeSpent", "createdAt", "updatedAt")
    select concat('p', u, '-', r), 'cm' || md5(u::text), concat_ws('-', 'r', u % ${LEAGUES} + 1, r), r % 20 <> 0,
      case when r % 20 <> 0 then at end, case when r % 25 = 0 then 'A note about resource ' || r end, r % 10 = 0,
      case when r % 20 <> 0 then r * 7 end, at, at
    from generate_series(1, ${users}) u, generate_series(1, ${records}) r
    cross join lateral (select timestamp '2024-06-01' + (u * 37 + r * 1441) % 500000 * interval '1 minute' as at) moment;
  insert into section_progress (id, "userId", "sectionId", "isCompleted", "completedAt", "updatedAt")
    select concat('sp', u, '-', s), 'cm' || md5(u::text), concat_ws('-', 's', u % ${LEAGUES} + 1, s), s % 5 <> 0,
      timestamp '2024-06-01', timestamp '2024-06-01'
    from generate_series(1, ${users}) u, generate_series(1, ${sections}) s;
  analyze;`);
const [counted] =
  await server`select (select count(*) from users) as users, (select count(*) from resource_progress) as records`;
console.log(`${counted?.users} accounts with ${counted?.records} records.`);
await server.close();
