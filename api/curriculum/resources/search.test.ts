import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { filterRows } from '#contract/list-rules.ts';
import { listResources, type Resource } from '#contract/resources.ts';
import { resources, sections } from '../../platform/db/schema/curriculum.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { RESOURCE_LIST } from '../../test/resource-list.ts';
import { explainStatement, readStatements } from '../../test/statements.ts';

const api = await openTestApp();
const staff = await addPerson(api.db, { role: 'PATHFINDER' });
const own = await addLeague(api.db, { name: 'Künstliche Intelligenz' });
await addLeague(api.db, { name: 'Künstliche Neurone' });
await addScope(api.db, staff.id, own.id);
const section = own.weeks[0]?.sections[0];
const [first, second] = section?.resources ?? [];
const set = (id: string | undefined, title: string, url: string) =>
  api.db
    .update(resources)
    .set({ title, url })
    .where(eq(resources.id, id ?? ''));
await set(first?.id, 'José reads 100% of हिन्दी_texts', 'https://example.org/Jose');
await set(second?.id, 'Back\\slash', 'https://example.org/ångström?q=1');
await api.db
  .update(sections)
  .set({ name: 'Éclair' })
  .where(eq(sections.id, section?.id ?? ''));

const list = async (query: Record<string, string>) =>
  (await api.call(listResources, { token: staff.token, query })).body.data;

test('ARES-01 ROLE-11 every word is found wherever it stands, as the list itself would find it, in scope alone', async () => {
  const all: Resource[] = (await list({})).resources;
  expect(all).toHaveLength(8);
  for (const search of [
    'jose',
    'JOSÉ',
    'jose eclair',
    'kunstliche',
    'künstliche jose',
    '100%',
    '_texts',
    'back\\slash',
    'ANGSTROM',
    'q=1 eclair',
    'हिन्दी',
    'resource 2.1',
    'neurone',
    'nothing of the kind',
    '%',
    '  ',
  ]) {
    const expected = filterRows(all, { search, filters: {} }, { searched: RESOURCE_LIST.searched });
    const { resources: found, pagination } = await list({ search });
    expect([search, found.map(({ id }: Resource) => id)]).toEqual([search, expected.map(({ id }) => id)]);
    expect(pagination.total).toBe(expected.length);
  }
  expect((await list({ search: 'eclair', type: 'NONE' })).resources).toEqual([]);
  const page = await list({ search: 'kunstliche', limit: '3', page: '3' });
  expect([page.resources.length, page.pagination.total]).toEqual([2, 8]);
  expect((await list({ search: 'a\0b '.repeat(40) })).resources).toEqual([]);
});

test('F12 a very long word is read once and not once for each resource', async () => {
  const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  await addScope(api.db, staff.id, league.id);
  const sectionId = league.weeks[0]?.sections[0]?.id ?? '';
  await api.db.execute(sql`
    insert into resources (id, section_id, title, url, type, "order")
    select 'bulk-' || n, ${sectionId}, 'Bulk', 'https://bulk.test/', 'VIDEO', n + 1 from generate_series(1, 8000) n`);
  const query = { leagueId: league.id, search: 'İ'.repeat(1500) };
  const sent = await readStatements(api.db, async () => expect((await list(query)).resources).toEqual([]));
  const [search] = sent.filter(({ text }) => text.includes('in_place_0'));
  if (!search) throw new Error('No statement that searches was sent.');
  const steps = await explainStatement(api.db, search);
  expect(steps.find((step) => step['Relation Name'] === 'resources')?.['Actual Rows']).toBeGreaterThan(8000);
  const patterns = steps.filter((step) => step['Node Type'] === 'Result' && step['Subplan Name']);
  expect(patterns.map((step) => step['Actual Loops'])).toEqual([1, 1]);
});
