import { expect, test } from 'bun:test';
import type { AssignmentRow } from '#contract/assignments.ts';
import type { Cohort } from '#contract/cohorts.ts';
import type { League } from '#contract/leagues.ts';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import type { Specialization } from '#contract/specializations.ts';
import type { Week } from '#contract/weeks.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createAssignmentForm } from '../assignments/assignment-form.ts';
import { createCohortForm } from '../cohorts/cohort-form.ts';
import { saveResourceOrder } from '../data/resource-list.ts';
import { saveSectionOrder } from '../data/section-list.ts';
import { saveWeekOrder } from '../data/week-list.ts';
import { createLeagueForm } from '../leagues/league-form.ts';
import { createResourceForm } from '../resources/resource-form.ts';
import { createSectionForm } from '../sections/section-form.ts';
import { createSpecializationForm } from '../specializations/specialization-form.ts';
import { createWeekForm } from '../weeks/week-form.ts';
import { toLocalInput } from './local-time.ts';

const browser = setUpFakeBrowser();

const onSaved = () => undefined;
const made = <Row>(fields: object) => ({ id: 'x', description: null, ...fields }) as unknown as Row;
const cohort = made<Cohort>({ name: 'Cohort', isActive: false, autoApprove: true, maxEnrollments: 40 });
const league = made<League>({ name: 'Finance', cohortId: 'c', expiresAt: '2026-11-21T18:30:42.000Z' });
const week = made<Week>({ name: 'Week', order: 1, leagueId: 'a', league: { id: 'a', name: 'A' } });
const section = made<Section>({ name: 'Topic', order: 4, weekId: 'one', week });
const resource = made<Resource>({
  title: 'Title',
  url: 'https://example.org',
  type: 'VIDEO',
  minutes: null,
  order: 4,
  sectionId: 'p',
  section,
});
const assignment = made<AssignmentRow>({
  title: 'Build it',
  description: 'From scratch',
  leagueId: 'ml',
  dueDate: '2026-11-21T18:30:42.000Z',
});
const specialization = made<Specialization>({ name: 'Data', cohortId: 'c', leagues: [] });

type AnyForm = Form<Record<string, unknown>>;
const EDITS: [path: string, open: () => unknown, edits: [field: string, value: unknown, sent: object][]][] = [
  [
    'cohorts',
    () => createCohortForm(cohort, onSaved),
    [
      ['isActive', true, { isActive: true }],
      ['maxEnrollments', '', { maxEnrollments: null }],
    ],
  ],
  [
    'leagues',
    () => createLeagueForm(league, onSaved),
    [
      ['name', 'Money', { name: 'Money' }],
      ['expiresAt', toLocalInput('2026-12-01T10:00:00.000Z'), { expiresAt: '2026-12-01T10:00:00.000Z' }],
    ],
  ],
  [
    'weeks',
    () => createWeekForm({ week, weeks: [week], leagueId: '', onSaved }),
    [
      ['name', 'Other', { name: 'Other' }],
      ['leagueId', 'b', { leagueId: 'b', order: 1 }],
    ],
  ],
  [
    'sections',
    () => createSectionForm({ section, sections: [section], weekId: '', onSaved }),
    [
      ['description', 'More', { description: 'More' }],
      ['weekId', 'two', { weekId: 'two', order: 4 }],
    ],
  ],
  [
    'resources',
    () => createResourceForm({ resource, inTopic: () => [], sectionId: '', weekId: '', onSaved }),
    [
      ['url', 'https://example.org/b', { url: 'https://example.org/b' }],
      ['sectionId', 'q', { sectionId: 'q', order: 4 }],
    ],
  ],
  [
    'admin/assignments',
    () => createAssignmentForm({ assignment, leagueId: '', onSaved }),
    [
      ['title', 'Build it well', { title: 'Build it well' }],
      ['dueDate', '', { dueDate: null }],
      ['dueDate', toLocalInput('2026-12-01T10:00:00.000Z'), { dueDate: '2026-12-01T10:00:00.000Z' }],
    ],
  ],
];

test.each(EDITS)(
  'AASSIGN-10 two people at once: of %s a change leaves alone what the person did not touch',
  async (path, open, edits) => {
    browser.answer(`PUT /${path}/x`, ok({}));
    for (const [field, value] of [...edits, ['', ''] as const]) {
      const form = open() as AnyForm;
      if (field) form.change(field, value);
      await form.submit();
    }
    // Saved as it was, a form sends nothing.
    expect(browser.sent(`PUT /${path}/x`).map(({ body }) => body)).toEqual(edits.map(([, , sent]) => sent));
  },
);

test.each([
  ['cohort', (isNew: boolean) => createCohortForm(isNew ? null : cohort, onSaved)],
  ['league', (isNew: boolean) => createLeagueForm(isNew ? null : league, onSaved)],
  ['specialization', (isNew: boolean) => createSpecializationForm(isNew ? null : specialization, onSaved)],
] as [string, (isNew: boolean) => unknown][])(
  'ERR-20 a %s that cannot be stored says so, and nothing is lost',
  async (kind, open) => {
    const away = refusal(500, 'The database is away');
    browser.answer(`POST /${kind}s`, away);
    browser.answer(`PUT /${kind}s/x`, away);
    for (const [isNew, action] of [
      [true, 'create'],
      [false, 'update'],
    ] as const) {
      const form = open(isNew) as AnyForm;
      form.change('name', 'Never stored');
      if (isNew && kind !== 'cohort') form.change('cohortId', 'c');
      await form.submit();
      expect(form.$form.get()).toMatchObject({
        failure: `Failed to ${action} ${kind}: The database is away`,
        values: { name: 'Never stored' },
      });
    }
  },
);

test.each([
  ['PUT /leagues/p/weeks/reorder', saveWeekOrder, 'week'],
  ['PUT /weeks/p/sections/reorder', saveSectionOrder, 'section'],
  ['PUT /sections/p/resources/reorder', saveResourceOrder, 'resource'],
] as const)('P42 %s goes out with the order that was seen', async (route, save, kind) => {
  browser.answer(route, ok([]));
  await save('p', ['b', 'a'], ['a', 'b']);
  const orders = ['b', 'a'].map((id, index) => ({ [`${kind}Id`]: id, order: index + 1 }));
  expect(browser.sent(route).map(({ body }) => body)).toEqual([
    { [`${kind}Orders`]: orders, seen: ['a', 'b'] },
  ]);
});
