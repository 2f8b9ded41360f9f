import { describe, expect, test } from 'bun:test';
import {
  createSpecialization,
  deleteSpecialization,
  getSpecialization,
  listSpecializations,
  updateSpecialization,
} from '#contract/specializations.ts';
import { userSpecializations } from '../../platform/db/schema/awards.ts';
import { createId } from '../../platform/process/secrets.ts';
import { digestCurriculum } from '../../test/digest.ts';
import { addCohort, addLeague, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const cohortId = (await addCohort(api.db, { name: 'Fall' })).id;
const first = await addLeague(api.db, { name: 'First', cohortId });
const second = await addLeague(api.db, { name: 'Second', cohortId });

const create = (body: unknown) => api.call(createSpecialization, { token: grand.token, body });
const update = (id: string, body: unknown) =>
  api.call(updateSpecialization, { token: grand.token, params: { id }, body });
const remove = (id: string) => api.call(deleteSpecialization, { token: grand.token, params: { id } });

describe('specializations', () => {
  test('CALL-56 ENT-45 leagues get consecutive orders from 1 in the sent order', async () => {
    const reply = await create({
      name: ' Data ',
      cohortId,
      leagues: [
        { leagueId: first.id, order: 9 },
        { leagueId: second.id, order: 4 },
      ],
    });
    expect(reply.status).toBe(201);
    const place = (league: TestLeague, order: number) => ({
      id: expect.any(String),
      leagueId: league.id,
      order,
      league: { id: league.id, name: league.name, description: `What ${league.name} teaches` },
    });
    expect(reply.body.data).toEqual({
      id: expect.any(String),
      name: 'Data',
      description: null,
      cohortId,
      cohort: { id: cohortId, name: 'Fall' },
      leagues: [place(second, 1), place(first, 2)],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      _count: { userSpecializations: 0, leagues: 2 },
    });
    const list = await api.call(listSpecializations, { token: grand.token });
    expect(list.body.data.specializations).toEqual([reply.body.data]);
    expect(list.body.data.pagination).toMatchObject({ total: 1, totalPages: 1 });
    const filtered = await api.call(listSpecializations, { token: grand.token, query: { cohortId: 'gone' } });
    expect(filtered.body.data.specializations).toEqual([]);
    const detail = await api.call(getSpecialization, {
      token: grand.token,
      params: { id: reply.body.data.id },
    });
    expect(detail.body.data.leagues[0].league.weeks).toEqual([
      { id: second.weeks[0]?.id, name: 'Week 1', order: 1 },
      { id: second.weeks[1]?.id, name: 'Week 2', order: 2 },
    ]);
    await remove(reply.body.data.id);
  });

  test('CALL-56 CALL-57 what a change of a specialization needs; its name is its cohort’s', async () => {
    const one = { leagueId: first.id, order: 1 };
    const known = (await create({ name: 'Known', cohortId, leagues: [one] })).body.data.id;
    const before = await digestCurriculum(api.db);
    const none = 'At least one league is required for specialization';
    const good = { name: 'S', cohortId, leagues: [one] };
    for (const [body, error] of [
      [{ leagues: [] }, none],
      [{ leagues: [{ leagueId: 'gone', order: 1 }] }, 'One or more leagues not found'],
      [{ cohortId: 'gone' }, 'Cohort not found'],
      [{ name: null }, 'name is required'],
    ] as const) {
      expect((await update(known, body)).body.error).toBe(error);
    }
    expect((await update('gone', {})).body.error).toBe('Specialization not found');
    expect(await digestCurriculum(api.db)).toBe(before);
    const elsewhere = (await addCohort(api.db)).id;
    const twin = await create({ ...good, name: 'Known', cohortId: elsewhere });
    expect(twin.status).toBe(201);
    expect((await update(twin.body.data.id, { cohortId })).status).toBe(409);
    await remove(twin.body.data.id);
    await remove(known);
  });

  test('CALL-57 a change reads leagues and cohortId and answers the list shape', async () => {
    const { data } = (await create({ name: 'Edit', cohortId, leagues: [{ leagueId: first.id, order: 1 }] }))
      .body;
    const other = await addCohort(api.db, { name: 'Spring' });
    const reply = await update(data.id, {
      name: 'Edited',
      cohortId: other.id,
      description: 'D',
      leagues: [
        { leagueId: second.id, order: 1 },
        { leagueId: first.id, order: 2 },
      ],
    });
    expect(reply.body.data).toMatchObject({
      name: 'Edited',
      description: 'D',
      cohortId: other.id,
      cohort: { name: 'Spring' },
      leagues: [
        { leagueId: second.id, order: 1 },
        { leagueId: first.id, order: 2 },
      ],
      _count: { userSpecializations: 0, leagues: 2 },
    });
    const kept = await update(data.id, { name: 'Again' });
    expect(kept.body.data.leagues).toHaveLength(2);
    await remove(data.id);
  });

  test('CALL-57 two people reorder at once: one clear winner, the other is refused and sees the new order', async () => {
    const places = [first, second].map(({ id: leagueId }, index) => ({ leagueId, order: index + 1 }));
    const { data } = (await create({ name: 'Raced', cohortId, leagues: places })).body;
    const { id, updatedAt } = data as { id: string; updatedAt: string };
    const turned = places.map(({ leagueId, order }) => ({ leagueId, order: -order }));
    const replies = await Promise.all(
      [1, 2, 3, 4].map((writer) =>
        update(id, { description: `writer ${writer}`, leagues: turned, expectedUpdatedAt: updatedAt }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const winner = replies.find(({ status }) => status === 200)?.body.data as Record<string, unknown>;
    for (const { body } of replies.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        success: false,
        code: 'SPECIALIZATION_CHANGED',
        error: expect.stringContaining('Somebody else changed this specialization'),
        specialization: {
          updatedAt: winner.updatedAt,
          description: winner.description,
          leagues: [
            { leagueId: second.id, order: 1 },
            { leagueId: first.id, order: 2 },
          ],
        },
      });
    }
    const again = await update(id, { leagues: places, expectedUpdatedAt: winner.updatedAt });
    expect(again.status).toBe(200);
    expect((await update(id, { name: 'Without a version the last change wins' })).status).toBe(200);
    expect((await update(id, { expectedUpdatedAt: 7 })).body.error).toBe(
      'expectedUpdatedAt must be a string',
    );
  });

  test('CALL-57 a specialization that someone completed stays', async () => {
    const { data } = (await create({ name: 'Done', cohortId, leagues: [{ leagueId: first.id, order: 1 }] }))
      .body;
    const learner = await addPerson(api.db);
    await api.db
      .insert(userSpecializations)
      .values({ id: createId(), userId: learner.id, specializationId: data.id });
    const before = await digestCurriculum(api.db);
    expectRefusal(await remove(data.id), 400, 'Cannot delete specialization with existing completions');
    expect(await digestCurriculum(api.db)).toBe(before);
    const list = await api.call(listSpecializations, { token: learner.token });
    expect(list.body.data.specializations[0]._count.userSpecializations).toBe(1);
    await api.db.delete(userSpecializations);
    expect((await remove(data.id)).status).toBe(200);
    expect((await remove(data.id)).body.error).toBe('Specialization not found');
  });
});
