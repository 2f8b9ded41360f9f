import { describe, expect, test } from 'bun:test';
import { listLeagues } from '#contract/leagues.ts';
import {
  createWeek,
  deleteWeek,
  getWeek,
  listLeagueWeeks,
  listWeekSections,
  listWeeks,
} from '#contract/weeks.ts';
import { digestCurriculum } from '../../test/digest.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
const staff = await addPerson(api.db, { role: 'PATHFINDER' });
const league = await addLeague(api.db, { name: 'B league' });
const second = await addLeague(api.db, { name: 'A league' });
await addLeague(api.db, { name: 'C league' });
await addScope(api.db, staff.id, league.id);
await addScope(api.db, staff.id, second.id);

const create = (body: unknown) => api.call(createWeek, { token: staff.token, body });
const remove = (id: string) => api.call(deleteWeek, { token: staff.token, params: { id } });
const countsOf = async (id: string) => {
  const { body } = await api.call(listLeagues, { token: staff.token });
  const { weeksCount, sectionsCount, resourcesCount } = body.data.leagues.find(
    (row: { id: string }) => row.id === id,
  );
  return [weeksCount, sectionsCount, resourcesCount];
};

describe('weeks', () => {
  test('CALL-60 ENT-39 a new week is answered as it stands in the list and is counted', async () => {
    const reply = await create({ name: ' Week <3>', order: 3, leagueId: league.id, description: '' });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      id: expect.any(String),
      name: 'Week <3>',
      description: null,
      order: 3,
      leagueId: league.id,
      league: { id: league.id, name: 'B league' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      _count: { sections: 0 },
    });
    expect(await countsOf(league.id)).toEqual([3, 4, 8]);
    const removed = await remove(reply.body.data.id);
    expect(removed.body.data).toEqual({
      deletedWeek: { id: reply.body.data.id, name: 'Week <3>', order: 3 },
    });
    expect(await countsOf(league.id)).toEqual([2, 4, 8]);
    expectRefusal(await remove(reply.body.data.id), 404, 'Week not found');
  });

  test('CALL-61 a week with sections stays', async () => {
    const before = await digestCurriculum(api.db);
    const reply = await remove(league.weeks[0]?.id ?? '');
    expectRefusal(reply, 400, 'Cannot delete week with existing sections. Please delete all sections first.');
    expect(await digestCurriculum(api.db)).toBe(before);
  });

  test('CALL-58 CALL-59 CALL-75 ENT-56 by league name, then order; one league; pages', async () => {
    const list = async (query: Record<string, string | number> = {}) =>
      (await api.call(listWeeks, { token: staff.token, query })).body.data;
    const all = await list();
    expect(
      all.weeks.map((week: { league: { name: string }; order: number }) => [week.league.name, week.order]),
    ).toEqual([
      ['A league', 1],
      ['A league', 2],
      ['B league', 1],
      ['B league', 2],
    ]);
    expect(all.weeks[0]._count).toEqual({ sections: 2 });
    expect(all.pagination).toMatchObject({ total: 4, totalPages: 1, totalCount: 4 });
    const one = await list({ leagueId: league.id });
    expect(one.weeks).toHaveLength(2);
    expect((await list({ leagueId: 'gone' })).weeks).toEqual([]);
    expect((await list({ leagueId: '' })).weeks).toHaveLength(4);
    const page = await list({ page: 2, limit: 3 });
    expect(page.weeks).toHaveLength(1);
    expect(page.pagination).toMatchObject({
      page: 2,
      limit: 3,
      total: 4,
      totalPages: 2,
      hasPreviousPage: true,
    });
    expect((await list({ page: 9, limit: 3 })).pagination.total).toBe(4);
  });

  test('any account reads a week, the weeks of a league and the sections of a week', async () => {
    const learner = await addPerson(api.db);
    const id = league.weeks[0]?.id ?? '';
    const week = await api.call(getWeek, { token: learner.token, params: { id } });
    expect(week.body.data).toMatchObject({ id, league: { id: league.id }, _count: { sections: 2 } });
    const sections = [1, 2].map((order) => ({
      id: expect.any(String),
      name: `Section 1.${order}`,
      description: null,
      order,
      weekId: id,
      _count: { resources: 2 },
    }));
    expect(week.body.data.sections).toEqual(sections);
    const listed = await api.call(listWeekSections, { token: learner.token, params: { id } });
    expect(listed.body.data).toEqual({
      week: { id, name: 'Week 1', order: 1, leagueId: league.id },
      sections,
    });
    const weeks = await api.call(listLeagueWeeks, {
      token: learner.token,
      params: { leagueId: league.id },
    });
    expect(weeks.body.data.league).toEqual({ id: league.id, name: 'B league' });
    expect(weeks.body.data.weeks[0]).toEqual(week.body.data);
  });

  test('LEAGUES-02 the list of leagues names the first three modules in order', async () => {
    const other = await addLeague(api.db, { name: 'Named modules', weeks: 0 });
    await addScope(api.db, staff.id, other.id);
    for (const [order, name] of ['Fourth', 'Third', 'Second', 'First'].entries())
      await create({ name, order: 4 - order, leagueId: other.id });
    const { body } = await api.call(listLeagues, { token: staff.token });
    const found = body.data.leagues.find(({ id }: { id: string }) => id === other.id);
    expect(found.firstModules).toEqual(['First', 'Second', 'Third']);
  });
});
