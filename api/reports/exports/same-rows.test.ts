import { expect, test } from 'bun:test';
import { exportUsers, listUsers, USER_SORTS } from '#contract/admin-users.ts';
import { ASSIGNMENT_LIST, exportAssignments, listAssignments } from '#contract/assignments.ts';
import type { Call } from '#contract/call.ts';
import { exportCertificates, listCertificates } from '#contract/certificates.ts';
import { COHORT_LIST, exportCohorts, listCohorts } from '#contract/cohorts.ts';
import { exportLeagues, LEAGUE_LIST, listLeagues } from '#contract/leagues.ts';
import { filterRows, type ListRules, sortRows } from '#contract/list-rules.ts';
import { exportMailDomains, listMailDomains, MAIL_DOMAIN_LIST } from '#contract/mail.ts';
import { exportResources, listResources, RESOURCE_TYPES } from '#contract/resources.ts';
import { exportSubmissions, listReviewQueue, QUEUE_HOLDERS } from '#contract/review-queue.ts';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { exportSections, listSections, SECTION_LIST } from '#contract/sections.ts';
import {
  exportSpecializations,
  listSpecializations,
  SPECIALIZATION_LIST,
} from '#contract/specializations.ts';
import { SUBMISSION_STATUSES } from '#contract/submissions.ts';
import { exportWeeks, listWeeks, WEEK_LIST } from '#contract/weeks.ts';
import type { TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addScope, type Person } from '../../test/people.ts';
import { readExport } from '../../test/read-csv.ts';
import { RESOURCE_LIST } from '../../test/resource-list.ts';
import { addVariedLists } from '../../test/varied-lists.ts';

let grand: Person;
let chief: Person;
let leagues: TestLeague[];
let cohortIds: string[];

const api = await openTestApp();
({ grand, chief, leagues, cohortIds } = await addVariedLists(api.db));

/** A sequence that looks random and is the same every time. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
type Dice = ReturnType<typeof createDice>;

const SEARCHES = [
  '',
  'a',
  'ALGEBRA',
  'algebra 2',
  'zoo',
  '100%',
  '_',
  'nothing fits',
  'holder zoo',
  'week',
  '.test',
];

/** Some of the words that an export may be asked with. */
function throwWords(dice: Dice, choices: Record<string, readonly string[]>): Record<string, string> {
  const words: Record<string, string> = {};
  for (const [name, values] of Object.entries({ search: SEARCHES, ...choices })) {
    const value = values[dice(values.length * 2)];
    if (value) words[name] = value;
  }
  return words;
}

/** Every row of a list, page by page, each as small as it may be. */
async function readPages<Row>(
  call: Pick<Call, 'method' | 'path'>,
  pick: (data: never) => readonly Row[],
  token: string,
  query: Record<string, string> = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const reply = await api.call(call, { token, query: { ...query, page, limit: 7 } });
    expect([call.path, reply.status]).toEqual([call.path, 200]);
    rows.push(...pick(reply.body.data as never));
    if (!reply.body.data.pagination?.hasNextPage) return rows;
  }
}

const ROUNDS = 12;

test('AUSER-04 AUSER-11 users: the file holds all pages of the list, for any filters, search and order', async () => {
  const dice = createDice(1);
  const choices = {
    status: STATUSES,
    role: ROLES,
    excludeRole: ['GRAND_PATHFINDER'],
    migrated: ['true', 'false'],
    sort: USER_SORTS,
    direction: ['asc', 'desc'],
  };
  await addScope(api.db, chief.id, (leagues[0] as TestLeague).id);
  let seen = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const words = throwWords(dice, choices);
    const token = round % 3 ? grand.token : chief.token;
    const listed = await readPages(
      listUsers,
      (data: { users: { id: string }[] }) => data.users,
      token,
      words,
    );
    const rows = await readExport(api, exportUsers, token, { ...words, page: '2', limit: '1' });
    expect([words, rows.map((row) => row.ID)]).toEqual([words, listed.map(({ id }) => id)]);
    seen += rows.length;
  }
  expect(seen).toBeGreaterThan(20);
});

test('certificates: the file holds all pages of the list, for any filters and search', async () => {
  const dice = createDice(2);
  const choices = { state: ['genuine', 'withdrawn'], leagueId: leagues.map(({ id }) => id) };
  const pick = (data: { certificates: { id: string }[] }) => data.certificates;
  let seen = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const words = throwWords(dice, choices);
    const token = round % 3 ? grand.token : chief.token;
    const listed = await readPages(listCertificates, pick, token, words);
    const rows = await readExport(api, exportCertificates, token, words);
    expect([words, rows.map((row) => row.ID)]).toEqual([words, listed.map(({ id }) => id)]);
    seen += rows.length;
  }
  expect(seen).toBeGreaterThan(10);
});

test('submissions: the file holds all pages of the queue, for any filters, search and order, texts whole', async () => {
  const dice = createDice(3);
  const choices = {
    status: SUBMISSION_STATUSES,
    holder: QUEUE_HOLDERS,
    leagueId: leagues.map(({ id }) => id),
    direction: ['desc'],
  };
  const pick = (data: { submissions: { id: string }[] }) => data.submissions;
  let seen = 0;
  for (let round = 0; round < 3 * ROUNDS; round++) {
    const words = throwWords(dice, choices);
    const token = round % 3 ? grand.token : chief.token;
    const listed = await readPages(listReviewQueue, pick, token, words);
    const rows = await readExport(api, exportSubmissions, token, words);
    expect([words, rows.map((row) => row.ID)]).toEqual([words, listed.map(({ id }) => id)]);
    for (const row of rows) expect(row.Answer?.length).toBe(600);
    seen += rows.length;
  }
  expect(seen).toBeGreaterThan(10);
});

interface Narrowed<Row> {
  list: Pick<Call, 'method' | 'path'>;
  pick: (data: never) => readonly Row[];
  file: Pick<Call, 'path'>;
  rules: ListRules<Row>;
  filters?: Record<string, () => readonly string[]>;
  /** The head of the column that tells rows apart, and what stands in it. */
  key: [string, (row: Row) => string];
  /** The list's own order is another one than that of its screen, which groups it. */
  isGrouped?: boolean;
  people?: () => Person[];
}

function checkNarrowed<Row>(
  name: string,
  { list, pick, file, rules, filters = {}, key: [head, keyOf], isGrouped, people }: Narrowed<Row>,
) {
  test(`${name}: the file holds what the screen shows of all pages, for any filters, search and order`, async () => {
    const dice = createDice(name.length);
    const asking = people?.() ?? [grand];
    const whole = await Promise.all(asking.map(({ token }) => readPages(list, pick, token)));
    let seen = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const choices = Object.fromEntries(
        Object.entries(filters).map(([filter, values]) => [filter, values()]),
      );
      const {
        search = '',
        sort = '',
        direction,
        ...set
      } = throwWords(dice, {
        ...choices,
        sort: Object.keys(rules.sorts),
        direction: ['asc', 'desc'],
      });
      const { token } = asking[round % asking.length] as Person;
      const all = whole[round % asking.length] ?? [];
      const left = filterRows(all, { search, filters: set }, { ...rules, matches: rules.filters });
      const shown = sortRows(left, rules.sorts[sort], direction === 'desc' ? 'desc' : 'asc').map(keyOf);
      const words = { search, sort, direction: direction ?? '', ...set };
      const rows = (await readExport(api, file, token, words)).map((row) => row[head]);
      expect([words, isGrouped ? rows.toSorted() : rows]).toEqual([
        words,
        isGrouped ? shown.toSorted() : shown,
      ]);
      seen += rows.length;
    }
    expect(seen).toBeGreaterThan(3);
  });
}

const leagueId = () => leagues.map(({ id }) => id);
const byId: [string, (row: { id: string }) => string] = ['ID', ({ id }) => id];
const both = () => [grand, chief];

checkNarrowed('ACOHORT-01 cohorts', {
  list: listCohorts,
  pick: (data: { cohorts: never[] }) => data.cohorts,
  file: exportCohorts,
  rules: COHORT_LIST,
  filters: { state: () => ['active', 'inactive'] },
  key: byId,
});
checkNarrowed('ALEAGUE-01 leagues', {
  list: listLeagues,
  pick: (data: { leagues: never[] }) => data.leagues,
  file: exportLeagues,
  rules: LEAGUE_LIST,
  filters: { state: () => ['open', 'expired'], cohortId: () => cohortIds },
  key: byId,
});
checkNarrowed('ASPEC-03 specializations', {
  list: listSpecializations,
  pick: (data: { specializations: never[] }) => data.specializations,
  file: exportSpecializations,
  rules: SPECIALIZATION_LIST,
  filters: { cohortId: () => cohortIds },
  key: byId,
});
checkNarrowed('AMOD-02 weeks', {
  list: listWeeks,
  pick: (data: { weeks: never[] }) => data.weeks,
  file: exportWeeks,
  rules: WEEK_LIST,
  filters: { leagueId },
  key: byId,
  people: both,
});
checkNarrowed('ATOPIC-02 sections', {
  list: listSections,
  pick: (data: { sections: never[] }) => data.sections,
  file: exportSections,
  rules: SECTION_LIST,
  filters: { leagueId },
  key: byId,
  isGrouped: true,
  people: both,
});
checkNarrowed('ARES-02 resources', {
  list: listResources,
  pick: (data: { resources: never[] }) => data.resources,
  file: exportResources,
  rules: RESOURCE_LIST,
  filters: {
    leagueId,
    type: () => RESOURCE_TYPES,
    sectionId: () =>
      leagues.flatMap(({ weeks }) => weeks.flatMap(({ sections }) => sections.map(({ id }) => id))),
  },
  key: byId,
  isGrouped: true,
  people: both,
});
checkNarrowed('AASSIGN-02 assignments', {
  list: listAssignments,
  pick: (data: { assignments: never[] }) => data.assignments,
  file: exportAssignments,
  rules: ASSIGNMENT_LIST,
  filters: { leagueId },
  key: byId,
  people: both,
});
checkNarrowed('mail domains', {
  list: listMailDomains,
  pick: (data: { domains: never[] }) => data.domains,
  file: exportMailDomains,
  rules: MAIL_DOMAIN_LIST,
  filters: { state: () => ['troubled', 'fine'] },
  key: ['Mail domain', ({ domain }) => domain],
});

test('ATOPIC-01 ARES-01 topics and resources stand below each other as on their screens', async () => {
  const place = (row: Record<string, string>) =>
    [
      row.League,
      ...['Module order', 'Topic order', 'Order'].map((head) => (row[head] ?? '').padStart(3, '0')),
    ].join();
  for (const file of [exportSections, exportResources]) {
    const rows = await readExport(api, file, grand.token);
    const leagueNames = [...new Set(rows.map((row) => row.League))];
    expect(rows.map(place)).toEqual(
      rows
        .toSorted(
          (one, other) =>
            leagueNames.indexOf(one.League) - leagueNames.indexOf(other.League) ||
            (place(one) < place(other) ? -1 : 1),
        )
        .map(place),
    );
    const order = (
      await readPages(listWeeks, (data: { weeks: { league: { name: string } }[] }) => data.weeks, grand.token)
    ).map(({ league }) => league.name);
    expect(leagueNames).toEqual([...new Set(order)].filter((name) => leagueNames.includes(name)));
  }
});
