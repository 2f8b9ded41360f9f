import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Cohort } from '#contract/cohorts.ts';
import type { League } from '#contract/leagues.ts';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import type { Specialization } from '#contract/specializations.ts';
import type { Week } from '#contract/weeks.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/testing/fake-browser.ts';
import { COHORT_EDITOR } from '../cohorts/Cohorts.tsx';
import { resourceOrder } from '../data/resource-list.ts';
import { sectionList, sectionOrder } from '../data/section-list.ts';
import { weekList, weekOrder } from '../data/week-list.ts';
import { LEAGUE_EDITOR } from '../leagues/league-form.ts';
import { createResourceForm } from '../resources/ResourceDialog.tsx';
import { TOPIC_EDITOR } from '../sections/section-form.ts';
import { createSpecializationForm } from '../specializations/SpecializationDialog.tsx';
import { WEEK_EDITOR } from '../weeks/Weeks.tsx';
import { createRowForm } from './editor-fields.ts';
import { toLocalInput } from './local-time.ts';

let browser: FakeBrowser;
beforeEach(() => {
  // Rows that earlier tests left hold places that the forms would refuse.
  weekList.put([]);
  sectionList.put([]);
  browser = openFakeBrowser();
});
afterEach(() => browser.close());

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
const specialization = made<Specialization>({ name: 'Data', cohortId: 'c', leagues: [] });

type AnyForm = Form<Record<string, unknown>>;
const EDITS: [path: string, open: () => unknown, edits: [field: string, value: unknown, sent: object][]][] = [
  [
    'cohorts',
    () => createRowForm(COHORT_EDITOR, { row: cohort, onSaved }),
    [
      ['isActive', true, { isActive: true }],
      ['maxEnrollments', '', { maxEnrollments: null }],
    ],
  ],
  [
    'leagues',
    () => createRowForm(LEAGUE_EDITOR, { row: league, onSaved }),
    [
      ['name', 'Money', { name: 'Money' }],
      ['expiresAt', toLocalInput('2026-12-01T10:00:00.000Z'), { expiresAt: '2026-12-01T10:00:00.000Z' }],
    ],
  ],
  [
    'weeks',
    () => createRowForm(WEEK_EDITOR, { row: week, onSaved }),
    [
      ['name', 'Other', { name: 'Other' }],
      ['leagueId', 'b', { leagueId: 'b', order: 1 }],
    ],
  ],
  [
    'sections',
    () => createRowForm(TOPIC_EDITOR, { row: section, onSaved }),
    [
      ['description', 'More', { description: 'More' }],
      ['weekId', 'two', { weekId: 'two', order: 4 }],
    ],
  ],
  [
    'resources',
    () => createResourceForm({ resource, siblingsIn: () => [], sectionId: '', weekId: '', onSaved }),
    [
      ['url', 'https://example.org/b', { url: 'https://example.org/b' }],
      ['sectionId', 'q', { sectionId: 'q', order: 4 }],
    ],
  ],
];

test.each(EDITS)(
  'two people at once: of %s a change leaves alone what the person did not touch',
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
  ['cohort', (isNew: boolean) => createRowForm(COHORT_EDITOR, { row: isNew ? null : cohort, onSaved })],
  ['league', (isNew: boolean) => createRowForm(LEAGUE_EDITOR, { row: isNew ? null : league, onSaved })],
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
  ['PUT /leagues/p/weeks/reorder', weekOrder, 'week'],
  ['PUT /weeks/p/sections/reorder', sectionOrder, 'section'],
  ['PUT /sections/p/resources/reorder', resourceOrder, 'resource'],
] as const)('P42 %s goes out with the order that was seen', async (route, { write }, kind) => {
  browser.answer(route, ok([]));
  await write('p', ['b', 'a'], ['a', 'b']);
  const orders = ['b', 'a'].map((id, index) => ({ [`${kind}Id`]: id, order: index + 1 }));
  expect(browser.sent(route).map(({ body }) => body)).toEqual([
    { [`${kind}Orders`]: orders, seen: ['a', 'b'] },
  ]);
});
