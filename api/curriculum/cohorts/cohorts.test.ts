import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { createCohort, deleteCohort, getCohort, listCohorts, updateCohort } from '#contract/cohorts.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { getPublicStructure } from '#contract/public-structure.ts';
import { createSpecialization } from '#contract/specializations.ts';
import { queryRows } from '../../platform/db/client.ts';
import { cohorts, specializations } from '../../platform/db/schema/curriculum.ts';
import { digestCurriculum } from '../../test/digest.ts';
import { addCohort, addLeague, enroll } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });

const create = (body: unknown) => api.call(createCohort, { token: grand.token, body });
const update = (id: string, body: unknown) =>
  api.call(updateCohort, { token: grand.token, params: { id }, body });
const remove = (id: string) => api.call(deleteCohort, { token: grand.token, params: { id } });

describe('cohorts', () => {
  test('P25 CALL-47 ENT-35 ENT-47 a new cohort is answered as it stands in the list', async () => {
    const extras = JSON.parse('{"id":"mine","createdAt":"x","_count":9,"__proto__":{"isActive":false}}');
    const reply = await create({ name: '  Cohort <1> ', ...extras });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        id: expect.any(String),
        name: 'Cohort <1>',
        description: null,
        isActive: true,
        autoApprove: false,
        maxEnrollments: null,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        specializations: [],
        _count: { enrollments: 0, specializations: 0, leagues: 0 },
      },
    });
    expect(reply.body.data.id).not.toBe('mine');
    const list = await api.call(listCohorts, { token: grand.token });
    expect(list.body.data.cohorts).toEqual([reply.body.data]);
    await remove(reply.body.data.id);
  });

  test('CALL-47 names are required, cleaned, bounded and unique', async () => {
    const before = await digestCurriculum(api.db);
    expect((await create({ name: 'x'.repeat(NAME_MAX_LENGTH + 1) })).status).toBe(400);
    expect((await create({ name: 'A', isActive: 'yes' })).body.error).toBe('isActive must be a boolean');
    expect((await create({ name: 'A', maxEnrollments: 0 })).status).toBe(400);
    expect(await digestCurriculum(api.db)).toBe(before);

    const first = await create({ name: 'Twice' });
    for (const name of ['Twice', ' Twice ', 'Twice\u0007']) {
      expectRefusal(await create({ name }), 409, 'Cohort with this name already exists');
    }
    const other = await create({ name: 'Another' });
    expect((await update(other.body.data.id, { name: 'Twice' })).status).toBe(409);
    expect((await update(other.body.data.id, { name: '' })).body.error).toBe('name is required');
    await remove(first.body.data.id);
    await remove(other.body.data.id);
  });

  test('CALL-48 absent fields stay, null and empty descriptions mean none', async () => {
    const { data } = (await create({ name: 'Edit', description: 'Words' })).body;
    const off = await update(data.id, { isActive: false });
    expect(off.body.data).toMatchObject({ name: 'Edit', description: 'Words', isActive: false });
    expect((await update(data.id, { description: '' })).body.data.description).toBeNull();
    expect((await update(data.id, { description: null })).body.data.description).toBeNull();
    expect((await update(data.id, {})).status).toBe(200);
    expect((await update('gone', { name: 'x' })).body.error).toBe('Cohort not found');
    const audit = await queryRows<{ metadata: string }>(
      api.db,
      sql`select metadata from audit_log where action = 'COHORT_UPDATED' and actor_id = ${grand.id} order by id`,
    );
    expect(JSON.parse(audit[0]?.metadata ?? '{}').changes).toEqual({ isActive: { from: true, to: false } });
    await remove(data.id);
  });

  test('ENT-47 ENT-56 active cohorts come first, then the newest; paging never fails', async () => {
    const old = (await create({ name: 'Old', isActive: true })).body.data.id;
    await api.db
      .update(cohorts)
      .set({ createdAt: sql`now() - interval '1 year'` })
      .where(eq(cohorts.id, old));
    const off = (await create({ name: 'Off', isActive: false })).body.data.id;
    const young = (await create({ name: 'Young' })).body.data.id;
    const ids = async (query: Record<string, string> = {}) =>
      (await api.call(listCohorts, { token: grand.token, query })).body.data.cohorts.map(
        (cohort: { id: string }) => cohort.id,
      );
    expect(await ids()).toEqual([young, old, off]);
    expect(await ids({ isActive: 'false' })).toEqual([off]);
    expect(await ids({ isActive: 'true' })).toEqual([young, old]);
    expect(await ids({ page: '2', limit: '2' })).toEqual([off]);
    for (const page of ['0', '-1', 'x', '1e9', '']) expect(await ids({ page, limit: page })).toHaveLength(3);
    for (const id of [old, off, young]) await remove(id);
  });

  test('CALL-48 a cohort in use stays', async () => {
    const league = await addLeague(api.db);
    const learner = await addPerson(api.db);
    const before = await digestCurriculum(api.db);
    const withLeague = await remove(league.cohortId);
    expect([withLeague.status, withLeague.body.error]).toEqual([
      400,
      'Cannot delete cohort with existing leagues. Please move or delete its leagues first.',
    ]);
    expect(await digestCurriculum(api.db)).toBe(before);
    await enroll(api.db, learner.id, league);
    expect((await remove(league.cohortId)).body.error).toBe(
      'Cannot delete cohort with existing enrollments or specializations',
    );
    const counted = await api.call(getCohort, { token: learner.token, params: { id: league.cohortId } });
    expect(counted.body.data._count).toEqual({ enrollments: 1, specializations: 0, leagues: 1 });

    const { id } = await addCohort(api.db);
    const chosen = await api.call(createSpecialization, {
      token: grand.token,
      body: { name: 'Both', cohortId: id, leagues: [{ leagueId: league.id, order: 1 }] },
    });
    expectRefusal(await remove(id), 400, 'Cannot delete cohort with existing enrollments or specializations');
    const detail = await api.call(getCohort, { token: learner.token, params: { id } });
    expect(detail.body.data.specializations).toEqual([
      {
        id: chosen.body.data.id,
        name: 'Both',
        description: null,
        leagues: [
          {
            id: expect.any(String),
            leagueId: league.id,
            order: 1,
            league: { id: league.id, name: league.name },
          },
        ],
      },
    ]);
    await api.db.delete(specializations).where(eq(specializations.cohortId, id));
    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    });
    expectRefusal(await remove(id), 404, 'Cohort not found');
  });
});

test('CALL-20 ENT-22 the public structure: active programmes by name, leagues by name, weeks in order, without a token', async () => {
  const fresh = await makeApp();
  const empty = await fresh.call(getPublicStructure);
  expect([empty.status, empty.body.data]).toEqual([200, []]);
  const later = await addCohort(fresh.db, { name: 'B later' });
  const first = await addCohort(fresh.db, { name: 'A first' });
  await addCohort(fresh.db, { name: 'A gone', isActive: false });
  await addLeague(fresh.db, { name: 'Zeta', cohortId: first.id });
  const alpha = await addLeague(fresh.db, { name: 'Alpha', cohortId: first.id });
  const bare = await addLeague(fresh.db, { name: 'Bare', cohortId: first.id, weeks: 0 });
  const reply = await fresh.call(getPublicStructure);
  const odd = await fresh.call(getPublicStructure, { query: { debug: 'true', raw: '1', debugMode: '1' } });
  expect(odd.body.data).toEqual(reply.body.data);
  expect(reply.body).toMatchObject({ success: true, message: expect.any(String) });
  expect(reply.body.data.map((programme: { name: string }) => programme.name)).toEqual([
    'A first',
    'B later',
  ]);
  expect(reply.body.data[1]).toMatchObject({ id: later.id, leagues: [] });
  expect(reply.body.data[0].leagues.map((league: { name: string }) => league.name)).toEqual([
    'Alpha',
    'Bare',
    'Zeta',
  ]);
  expect(reply.body.data[0].leagues[0]).toEqual({
    id: alpha.id,
    name: 'Alpha',
    description: 'What Alpha teaches',
    weeks: [
      { id: alpha.weeks[0]?.id, name: 'Week 1', order: 1, description: null },
      { id: alpha.weeks[1]?.id, name: 'Week 2', order: 2, description: null },
    ],
  });
  expect(reply.body.data[0].leagues[1]).toMatchObject({ id: bare.id, weeks: [] });
  expect(reply.body.meta).toEqual({
    timestamp: expect.any(String),
    totalCohorts: 2,
    totalLeagues: 3,
    totalWeeks: 4,
  });
  expect(JSON.stringify(reply.body)).not.toContain('https://');
  await fresh.close();
});
