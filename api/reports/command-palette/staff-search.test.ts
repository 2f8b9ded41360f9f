import { describe, expect, test } from 'bun:test';
import { STAFF_SEARCH_ROWS, type StaffSearchData, searchStaff } from '#contract/command-palette.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';

const api = await openTestApp();
const own = await addLeague(api.db, { name: 'Astronomy 50%' });
const other = await addLeague(api.db, { name: 'Modern Astronomy' });
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER', name: 'Chitra Chief' });
const pathfinder = await addPerson(api.db, { role: 'PATHFINDER', name: 'Pavan Path' });
await addScope(api.db, pathfinder.id, own.id, { canManageUsers: true });
const astrid = await addPerson(api.db, { name: 'Astrid Astronomer', email: 'astrid@stars.example' });

const find = async (person: Person, q: string): Promise<StaffSearchData> => {
  const { status, body } = await api.call(searchStaff, { token: person.token, query: { q } });
  expect(status).toBe(200);
  return body.data;
};

describe('staff search', () => {
  test('every word has to be there; names that begin with it come first', async () => {
    const found = await find(grand, ' astro ');
    expect(found.leagues.map(({ name }) => name)).toEqual(['Astronomy 50%', 'Modern Astronomy']);
    expect(found.people).toEqual([
      expect.objectContaining({ name: 'Astrid Astronomer', email: 'astrid@stars.example', role: 'PIONEER' }),
    ]);
    expect((await find(grand, 'astronomy MODERN')).leagues.map(({ id }) => id)).toEqual([other.id]);
    expect((await find(grand, 'stars.example')).people).toHaveLength(1);
  });

  test('what stands for any sign in a pattern stands for itself, in the order of names too', async () => {
    // '5_' as a pattern would put the second, which begins with '5x', before the first.
    const names = ['1 and 5_', '5x and 5_'];
    for (const name of names) await addLeague(api.db, { name });
    expect((await find(grand, '5_')).leagues.map(({ name }) => name)).toEqual(names);
  });

  test('weeks, sections and resources say where they are', async () => {
    const found = await find(pathfinder, 'section 1.2');
    const league = { id: own.id, name: own.name };
    expect(found.sections).toEqual([
      {
        id: own.weeks[0]?.sections[1]?.id ?? '',
        name: 'Section 1.2',
        week: { id: own.weeks[0]?.id ?? '', name: 'Week 1' },
        league,
      },
    ]);
    expect((await find(pathfinder, 'week 2')).weeks).toEqual([
      { id: own.weeks[1]?.id ?? '', name: 'Week 2', league },
    ]);
    expect((await find(pathfinder, 'resource 2.1.1')).resources).toEqual([
      {
        id: own.weeks[1]?.sections[0]?.resources[0]?.id ?? '',
        title: 'Resource 2.1.1',
        type: 'ARTICLE',
        section: { id: own.weeks[1]?.sections[0]?.id ?? '', name: 'Section 2.1' },
        league,
      },
    ]);
    expect((await find(grand, 'resource')).resources).toHaveLength(STAFF_SEARCH_ROWS);
  });

  test('ROLE-11 ROLE-12 staff find their own leagues alone, and people when they manage them', async () => {
    expect((await find(pathfinder, 'astronomy')).leagues.map(({ id }) => id)).toEqual([own.id]);
    expect((await find(pathfinder, 'astro')).people).toEqual([]);
    expect(await find(chief, 'astro')).toEqual({
      people: [],
      leagues: [],
      weeks: [],
      sections: [],
      resources: [],
    });
    await addScope(api.db, chief.id, other.id, { canManageUsers: true });
    const found = await find(chief, 'astro');
    expect(found.leagues.map(({ id }) => id)).toEqual([other.id]);
    expect(found.people).toEqual([]);
    await enroll(api.db, astrid.id, other);
    expect((await find(chief, 'astro')).people.map(({ name }) => name)).toEqual(['Astrid Astronomer']);
    expect((await find(pathfinder, 'astro')).people).toEqual([]);
  });

  test('short, empty and hostile words find nothing and break nothing', async () => {
    for (const q of ['', ' ', 'a', '\0\0', '%%', '__', "'; drop table users; --", 'x'.repeat(5000)]) {
      expect((await find(grand, q)).leagues).toEqual([]);
    }
    expect((await find(grand, '50%')).leagues.map(({ id }) => id)).toEqual([own.id]);
    expect((await find(grand, '\x005\x000%')).leagues.map(({ id }) => id)).toEqual([own.id]);
    await addLeague(api.db, { name: '7 of 77%' });
    await addLeague(api.db, { name: '7% club' });
    // A sign of LIKE is a sign like any other, whether names hold it, end with it or begin with it.
    expect((await find(grand, '77\\')).leagues).toEqual([]);
    expect((await find(grand, '7%')).leagues.map(({ name }) => name)).toEqual(['7% club', '7 of 77%']);
    expect((await api.call(searchStaff, { token: grand.token })).status).toBe(200);
  });
});
