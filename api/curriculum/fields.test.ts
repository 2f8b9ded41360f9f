import { expect, test } from 'bun:test';
import { desc } from 'drizzle-orm';
import {
  createAssignment,
  exportAssignments,
  getLeagueAssignment,
  listAssignments,
  updateAssignment,
} from '#contract/assignments.ts';
import {
  ASSIGNMENT_FIELDS,
  type AssignmentField,
  RESOURCE_FIELDS,
  type ResourceField,
} from '#contract/curriculum-fields.ts';
import { getLeague } from '#contract/leagues.ts';
import { getLeagueProgress } from '#contract/learning.ts';
import { createResource, exportResources, listResources } from '#contract/resources.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { makeFilesBench } from '../test/files-bench.ts';
import { addLeague } from '../test/leagues.ts';
import { readExport } from '../test/read-csv.ts';

const bench = makeFilesBench();

const RESOURCE = {
  title: 'A short history',
  type: 'VIDEO',
  url: 'https://example.org/money',
  minutes: 12,
} satisfies Record<ResourceField, unknown>;

const ASSIGNMENT = {
  title: 'Portfolio',
  description: 'Build one',
  dueDate: '2030-05-01T18:30:00.000Z',
} satisfies Record<AssignmentField, unknown>;

const headsOf = (fields: Record<string, { label: string }>) =>
  Object.values(fields).map(({ label }) => expect.stringMatching(new RegExp(`^${label}( \\(.+\\))?$`)));

test('every field of a resource and of an assignment is in each call, sheet and league file', async () => {
  const { api, grand } = bench;
  const { token } = grand;
  const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 0 });
  const body = { title: 'Before', description: 'Before', leagueId: league.id };
  const created = await api.call(createAssignment, { token, body });
  const params = { id: created.body.data.id };
  expect((await api.call(updateAssignment, { token, params, body: ASSIGNMENT })).body.data).toMatchObject(
    ASSIGNMENT,
  );
  const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  const { changes } = JSON.parse(entry?.metadata ?? '');
  expect(Object.keys(changes)).toHaveLength(Object.keys(ASSIGNMENT_FIELDS).length);
  const sectionId = league.weeks[0]?.sections[0]?.id ?? '';
  await api.call(createResource, { token, params: { id: sectionId }, body: RESOURCE });

  const expectFields = async (leagueId: string) => {
    const query = { leagueId };
    const [detail, page] = [
      await api.call(getLeague, { token, params: { id: leagueId } }),
      await api.call(getLeagueProgress, { token, params: query }),
    ].map((reply) => reply.body.data);
    const alone = await api.call(getLeagueAssignment, { token, params: query });
    const listed = await api.call(listAssignments, { token, query });
    for (const found of [
      detail.assignment,
      page.assignment,
      alone.body.data,
      listed.body.data.assignments[0],
    ])
      expect(found).toMatchObject(ASSIGNMENT);
    const { resources } = (await api.call(listResources, { token, query })).body.data;
    for (const { sections } of [...detail.weeks, ...page.progress.weeks])
      resources.push(...sections[0].resources);
    expect(resources).toHaveLength(3);
    for (const found of resources) expect(found).toMatchObject(RESOURCE);
    for (const [call, fields] of [
      [exportAssignments, ASSIGNMENT_FIELDS],
      [exportResources, RESOURCE_FIELDS],
    ] as const) {
      const [row = {}] = await readExport(api, call, token, query);
      expect(Object.keys(row)).toEqual(expect.arrayContaining(headsOf(fields)));
      expect(Object.values(row).filter(Boolean).length).toBe(Object.keys(row).length);
    }
  };
  await expectFields(league.id);
  const copy = await addLeague(api.db, { weeks: 0 });
  const applied = await bench.apply(copy, await bench.exportFiles(league), { asNew: true });
  expect(applied.status).toBe(200);
  await expectFields(copy.id);
});
