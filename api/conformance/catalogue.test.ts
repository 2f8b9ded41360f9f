import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cohorts, leagues, specializations } from '../platform/db/schema/curriculum.ts';
import { enrollments } from '../platform/db/schema/learning.ts';
import { digestCurriculum } from '../test/digest.ts';
import type { TestReply } from '../test/make-app.ts';
import { addPerson } from '../test/people.ts';
import { anyOf, type Demo, differences, openDemo, PAGINATION, type Shape } from './wire.ts';

let demo: Demo;
let leagueIds: Record<string, string>;
let cohortIds: Record<string, string>;
beforeAll(async () => {
  demo = await openDemo();
  leagueIds = Object.fromEntries((await demo.db.select().from(leagues)).map(({ id, name }) => [name, id]));
  cohortIds = Object.fromEntries((await demo.db.select().from(cohorts)).map(({ id, name }) => [name, id]));
});
afterAll(() => demo.close());

const COHORT: Shape = {
  id: 'id',
  name: 'string',
  description: 'string?',
  isActive: 'boolean',
  _count: { enrollments: 'int', specializations: 'int' },
  autoApprove: 'boolean',
  maxEnrollments: 'int?',
  createdAt: 'moment',
  updatedAt: 'moment',
  specializations: anyOf({ id: 'id', name: 'string' }),
};
const LEAGUE: Shape = {
  id: 'id',
  name: 'string',
  description: 'string?',
  cohortId: 'id',
  cohort: { id: 'id', name: 'string' },
  weeksCount: 'int',
  sectionsCount: 'int',
  resourcesCount: 'int',
  totalResources: 'int',
  _count: { weeks: 'int', sections: 'int', resources: 'int', enrollments: 'int' },
  createdAt: 'moment',
  updatedAt: 'moment',
};
const SPECIALIZATION: Shape = {
  id: 'id',
  name: 'string',
  description: 'string?',
  cohortId: 'id',
  cohort: { name: 'string' },
  leagues: [{ id: 'id', leagueId: 'id', order: 'int', league: { id: 'id', name: 'string' } }],
  _count: { userSpecializations: 'int', leagues: 'int' },
  createdAt: 'moment',
  updatedAt: 'moment',
};

async function expectRefusals(
  send: (body: unknown) => Promise<TestReply>,
  cases: [unknown, number, string][],
): Promise<void> {
  const before = await digestCurriculum(demo.db);
  for (const [body, status, words] of cases) {
    const reply = await send(body);
    expect([body, reply.status, reply.body.success, reply.body.error]).toEqual([body, status, false, words]);
  }
  expect(await digestCurriculum(demo.db)).toBe(before);
}

const GRAND_ONLY = 'Grand Pathfinder access required';

describe('api.md 1.8 cohorts', () => {
  test('CALL-50 the list is whole, active ones first, readable by every signed-in account, with counts only', async () => {
    for (const name of ['pioneer', 'pending', 'newcomer', 'admin', 'grand'] as const) {
      const reply = await demo.people[name].get('cohorts');
      expect([name, reply.status]).toEqual([name, 200]);
      expect(differences(reply.body.data, { cohorts: [COHORT], pagination: PAGINATION })).toEqual([]);
      expect(reply.body.data.cohorts[0].isActive).toBe(true);
      expect(JSON.stringify(reply.body)).not.toMatch(/@demo|"users?"|Rohan/);
    }
    const active = await demo.people.pioneer.get('cohorts?isActive=true');
    expect(active.body.data.cohorts.map((cohort: { name: string }) => cohort.name)).toEqual([
      'Cohort 1.5',
      'Workshops',
    ]);
    const ended = await demo.people.pioneer.get('cohorts?isActive=false');
    expect(ended.body.data.cohorts.map((cohort: { name: string }) => cohort.name)).toEqual(['Cohort 1.0']);
  });

  test('CALL-51 to 53 create, edit, delete; isActive defaults to true; replies carry the counts', async () => {
    const { grand } = demo.people;
    const made = await grand.post('cohorts', { name: ' Cohort <2> ', description: null });
    expect([made.status, differences(made.body.data, COHORT)]).toEqual([201, []]);
    expect(made.body.data).toMatchObject({ name: 'Cohort <2>', description: null, isActive: true });
    const { id } = made.body.data;
    const edited = await grand.put(`cohorts/${id}`, {
      name: 'Cohort <2>',
      description: '',
      isActive: false,
      _count: {},
    });
    expect([edited.status, differences(edited.body.data, COHORT)]).toEqual([200, []]);
    expect(edited.body.data).toMatchObject({ description: null, isActive: false });
    await expectRefusals(
      (body) => grand.post('cohorts', body),
      [
        [{}, 400, 'name is required'],
        [{ name: ' ' }, 400, 'name is required'],
        [{ name: 'Cohort <2> ' }, 409, 'Cohort with this name already exists'],
      ],
    );
    await expectRefusals(
      () => grand.delete(`cohorts/${cohortIds['Cohort 1.5']}`),
      [[null, 400, 'Cannot delete cohort with existing enrollments or specializations']],
    );
    const gone = await grand.delete(`cohorts/${id}`);
    expect([gone.status, gone.body.success, typeof gone.body.message]).toEqual([200, true, 'string']);
    const again = await grand.delete(`cohorts/${id}`);
    expect([again.status, again.body.error]).toEqual([404, 'Cohort not found']);
    expect((await grand.put(`cohorts/${id}`, { name: 'x' })).body.error).toBe('Cohort not found');
  });

  test('fault 3 cohort detail holds specializations with leagues and no roster', async () => {
    const reply = await demo.people.pending.get(`cohorts/${cohortIds['Cohort 1.5']}`);
    expect(reply.status).toBe(200);
    expect(
      differences(reply.body.data.specializations, [
        { id: 'id', name: 'string', leagues: [{ leagueId: 'id' }] },
      ]),
    ).toEqual([]);
    expect(JSON.stringify(reply.body)).not.toMatch(/email|@demo|Sethi/);
  });

  test('fault 4 a capacity is kept: 20 at once for the last three places', async () => {
    const made = await demo.people.grand.post('cohorts', { name: 'Small', maxEnrollments: 3 });
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => (await addPerson(demo.db)).token),
    );
    const replies = await Promise.all(
      tokens.map((token) =>
        demo.as(token).post('progress/enroll', { cohortId: made.body.data.id, leagueId: leagueIds.Quantum }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3);
    expect(replies.every((reply) => reply.status < 500)).toBe(true);
    const rows = await demo.db.select().from(enrollments).where(eq(enrollments.cohortId, made.body.data.id));
    expect(rows).toHaveLength(3);
  });
});

describe('api.md 1.9 leagues', () => {
  test('CALL-54 the list is whole, newest first, with every count under every name that is read', async () => {
    const reply = await demo.people.pioneer.get('leagues');
    expect(differences(reply.body.data, { leagues: [LEAGUE], pagination: PAGINATION })).toEqual([]);
    const rows = reply.body.data.leagues;
    expect(rows).toHaveLength(11);
    const moments = rows.map((league: { createdAt: string }) => league.createdAt);
    expect(moments).toEqual([...moments].sort().reverse());
    for (const league of rows) {
      expect(league).toMatchObject({
        weeksCount: league._count.weeks,
        sectionsCount: league._count.sections,
        resourcesCount: league.totalResources,
        totalResources: league._count.resources,
      });
    }
    const empty = rows.filter((league: { totalResources: number }) => league.totalResources === 0);
    expect(empty.map((league: { name: string }) => league.name)).toEqual(['Robotics']);
  });

  test('CALL-58 one league carries its curriculum, badges and assignment, and nobody who is enrolled', async () => {
    const reply = await demo.people.fresh.get(`leagues/${leagueIds.ML}`);
    expect(
      differences(reply.body.data, {
        id: 'id',
        name: 'string',
        description: 'string?',
        weeks: [
          {
            id: 'id',
            name: 'string',
            order: 'int',
            sections: [{ id: 'id', resources: [{ id: 'id', url: 'string' }] }],
          },
        ],
        badges: [{ id: 'id', name: 'string' }],
        assignment: { id: 'id', title: 'string' },
        _count: { weeks: 'int' },
      }),
    ).toEqual([]);
    expect(JSON.stringify(reply.body)).not.toMatch(/email|@demo|Sethi/);
    const unknown = await demo.people.fresh.get('leagues/nowhere');
    expect([unknown.status, unknown.body.error]).toEqual([404, 'League not found']);
    for (const id of ['..%2f', '%00', '%zz', '%252e', 'x'.repeat(200), "'%20OR%201=1--"]) {
      expect([id, (await demo.people.fresh.get(`leagues/${id}`)).status]).toEqual([id, 404]);
    }
  });

  test('CALL-55 to 57 create with cohortId, edit with the keys of the form, delete with five numbers at top level', async () => {
    const { grand } = demo.people;
    const body = { name: 'Drones', cohortId: cohortIds['Cohort 1.5'], description: '' };
    const made = await grand.post('leagues', body);
    expect([made.status, differences(made.body.data, LEAGUE)]).toEqual([201, []]);
    expect(made.body.data).toMatchObject({
      cohortId: cohortIds['Cohort 1.5'],
      weeksCount: 0,
      description: null,
    });
    const { id } = made.body.data;
    const edited = await grand.put(`leagues/${id}`, { ...body, name: 'Aviation', description: null });
    expect([edited.status, edited.body.data.name, differences(edited.body.data, LEAGUE)]).toEqual([
      200,
      'Aviation',
      [],
    ]);
    await expectRefusals(
      (sent) => grand.post('leagues', sent),
      [
        [{ ...body, name: '' }, 400, 'name is required'],
        [{ ...body, cohortId: '' }, 400, 'cohortId is required'],
        [{ ...body, cohortId: 'nowhere' }, 404, 'Cohort not found'],
        [{ ...body, name: ' Aviation' }, 409, 'League with this name already exists'],
      ],
    );
    const gone = await grand.delete(`leagues/${leagueIds.IoT}`);
    expect(gone.status).toBe(200);
    expect(
      differences(gone.body.deletionStats, {
        weeks: 'int',
        enrollments: 'int',
        badges: 'int',
        specializations: 'int',
        pathfinderScopes: 'int',
      }),
    ).toEqual([]);
    expect([gone.body.success, typeof gone.body.message, gone.body.deletionStats.badges]).toEqual([
      true,
      'string',
      1,
    ]);
    const again = await grand.delete(`leagues/${leagueIds.IoT}`);
    expect([again.status, again.body.error]).toEqual([404, 'League not found']);
  });

  test('league counts are for staff in scope', async () => {
    const reply = await demo.people.pathfinder.get(`leagues/${leagueIds.ML}/stats`);
    expect(
      differences(reply.body.data, {
        enrollments: { total: 'int', active: 'int' },
        content: { weeks: 'int', sections: 'int' },
        achievements: { badgesAwarded: 'int', assignmentSubmissions: 'int' },
      }),
    ).toEqual([]);
    expect((await demo.people.pioneer.get(`leagues/${leagueIds.ML}/stats`)).status).toBe(403);
    expect((await demo.people.pathfinder.get(`leagues/${leagueIds.Finance}/stats`)).body.error).toBe(
      'No access to this league',
    );
  });
});

describe('api.md 1.13 specializations', () => {
  test('CALL-56 CALL-57 list, create, edit with leagues (Q7), delete; orders are consecutive', async () => {
    const { grand } = demo.people;
    const list = await demo.people.pioneer.get('specializations');
    expect(
      differences(list.body.data, { specializations: [SPECIALIZATION], pagination: PAGINATION }),
    ).toEqual([]);
    const body = {
      name: 'Makers',
      description: '',
      cohortId: cohortIds['Cohort 1.5'],
      leagues: [
        { leagueId: leagueIds.Quantum, order: 9 },
        { leagueId: leagueIds.ML, order: 4 },
      ],
    };
    const made = await grand.post('specializations', body);
    expect([made.status, differences(made.body.data, SPECIALIZATION)]).toEqual([201, []]);
    const order = (reply: TestReply) =>
      reply.body.data.leagues.map((row: { order: number; league: { name: string } }) => [
        row.order,
        row.league.name,
      ]);
    expect(order(made)).toEqual([
      [1, 'ML'],
      [2, 'Quantum'],
    ]);
    const { id } = made.body.data;
    const edited = await grand.put(`specializations/${id}`, {
      ...body,
      leagues: [{ leagueId: leagueIds.Finance, order: 1 }],
    });
    expect([edited.status, differences(edited.body.data, SPECIALIZATION)]).toEqual([200, []]);
    expect(order(edited)).toEqual([[1, 'Finance']]);
    const ONE = 'At least one league is required for specialization';
    const FIELDS = 'Each league must have leagueId and order fields';
    await expectRefusals(
      (sent) => grand.post('specializations', sent),
      [
        [{ ...body, name: null }, 400, 'name is required'],
        [{ ...body, name: 'A', cohortId: undefined }, 400, 'cohortId is required'],
        [{ ...body, name: 'A', leagues: [] }, 400, ONE],
        [{ ...body, name: 'A', leagues: undefined }, 400, ONE],
        [{ ...body, name: 'A', leagues: [{ leagueId: leagueIds.ML }] }, 400, FIELDS],
        [
          { ...body, name: 'A', leagues: [{ leagueId: 'nowhere', order: 1 }] },
          400,
          'One or more leagues not found',
        ],
        [{ ...body, name: 'A', cohortId: 'nowhere' }, 404, 'Cohort not found'],
        [body, 409, 'Specialization with this name already exists in the cohort'],
      ],
    );
    const gone = await grand.delete(`specializations/${id}`);
    expect([gone.status, typeof gone.body.message]).toEqual([200, 'string']);
    expect((await grand.delete(`specializations/${id}`)).body.error).toBe('Specialization not found');
    const [row] = await demo.db.select().from(specializations);
    expect((await demo.people.pioneer.get(`specializations/${row?.id}`)).status).toBe(200);
  });
});

test('Q8 cohorts, leagues and specializations are written by GRAND alone, whatever the body says', async () => {
  for (const name of ['chief', 'pathfinder', 'admin', 'pioneer', 'pending'] as const) {
    const person = demo.people[name];
    await expectRefusals(
      (path) => person.post(String(path), { nonsense: 1 }),
      [
        ['cohorts', 403, GRAND_ONLY],
        ['leagues', 403, GRAND_ONLY],
        ['specializations', 403, GRAND_ONLY],
      ],
    );
    await expectRefusals(
      (path) => person.delete(String(path)),
      [
        [`leagues/${leagueIds.ML}`, 403, GRAND_ONLY],
        [`cohorts/${cohortIds['Cohort 1.0']}`, 403, GRAND_ONLY],
      ],
    );
  }
});
