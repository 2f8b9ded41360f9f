import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { LeagueFile } from '#contract/league-files.ts';
import { cleanText } from '#contract/text.ts';
import { compareLeagues, findUnmovedIndexes } from './compare.ts';
import { fromFiles } from './from-files.ts';
import { toFiles, toFolderName } from './to-files.ts';
import type { LeagueNode, SectionNode, WeekNode } from './tree.ts';

// A small generator of numbers, so that a failure can be made again from its seed.
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const HOSTILE = [
  ...[
    '../../etc/passwd',
    'CON',
    'nul.txt',
    'a/b\\c',
    '.',
    '..',
    '.git',
    'x'.repeat(100),
    '👩🏽‍💻 emoji',
    'مرحبا بالعالم',
  ],
  ...[
    '\u202Ertl override',
    'é',
    'e\u0301',
    'Å',
    '"quoted"',
    "it's",
    '{"id": "forged"}',
    '# Heading\n\n- a list\n\n---',
  ],
  ...[
    '<<<<<<< HEAD',
    'tab\there',
    '  lines\n  of prose\n\nand more',
    '$&',
    '%2e%2e%2f',
    '\u2060',
    '0',
    'null',
    '[]',
  ],
];
/** What only a write past the calls can have stored: ends of lines, blanks, marks and controls. */
const RAW = [
  ' padded ',
  '\uFEFFmarked',
  'carriage\r\nreturn\r',
  '<b>bold</b>',
  'ends in feeds\n\n',
  '\u0001',
  '\u2028',
  '',
];

function makeLeague(seed: number, texts: readonly string[]): LeagueNode {
  const random = createRandom(seed);
  let ids = 0;
  const id = () => `id-${seed}-${++ids}`;
  const text = () => texts[random(texts.length)] ?? '';
  const prose = () => (random(3) === 0 ? null : `${text()}\n${text()}`);
  const many = <Item>(most: number, make: (order: number) => Item): Item[] => {
    let order = 0;
    return Array.from({ length: random(most + 1) }, () => {
      order += random(4) === 0 ? 1 + random(5) : 1;
      return make(order);
    });
  };
  return {
    id: id(),
    name: text(),
    description: prose(),
    cohort: text() || 'Cohort',
    expiresAt: random(2) ? '2031-05-06T07:08:09.123Z' : null,
    assignment: random(2)
      ? {
          id: id(),
          title: text(),
          description: text() + text(),
          dueDate: random(2) ? '2030-01-02T03:04:05.678Z' : null,
        }
      : null,
    weeks: many(4, (order) => ({
      id: id(),
      name: text(),
      description: prose(),
      order,
      sections: many(3, (place) => ({
        id: id(),
        name: text(),
        description: prose(),
        order: place,
        resources: many(5, (line) => ({
          id: id(),
          title: text(),
          type: ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG'][random(4)] ?? 'BLOG',
          url: `https://example.org/${encodeURIComponent(text())}?q=${line}`,
          minutes: [null, 1, 45, 1440][random(4)] ?? null,
          order: line,
        })),
      })),
    })),
  };
}

const isClean = (text: string) => cleanText(text) === text;

test('league → files → league is the identity, whatever its texts are', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const league = makeLeague(seed, HOSTILE.filter(isClean));
    const read = fromFiles(toFiles(league));
    expect(read.problems, `seed ${seed}`).toEqual([]);
    expect(read.league, `seed ${seed}`).toEqual(league);
  }
});

/** The files of a folder of api/test/cases, with paths from there. */
const readCase = async (folder: string): Promise<LeagueFile[]> => {
  const root = join(import.meta.dir, '../../test/cases', folder);
  const paths = [...new Bun.Glob('**/*').scanSync(root)].sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })));
};

test('a league written by hand needs no end and no due date, and a broken file is told with its line', async () => {
  const files = await readCase('league-files-in-words/league');
  const { league, problems } = fromFiles(files);
  expect(problems).toEqual([]);
  expect(league).toMatchObject({ name: 'Hand Written', expiresAt: null, assignment: { dueDate: null } });

  const broken = '{\n  "name": "First steps",\n  "order": 1,\n}\n';
  const path = 'modules/01-first/module.json';
  const read = fromFiles(files.map((file) => (file.path === path ? { path, text: broken } : file)));
  expect(read.problems).toEqual([{ file: path, field: null, expected: expect.stringContaining('line 3 ') }]);
});

test('what is stored is taken back as it is, even what no call would store today', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const isWindows = seed % 2 === 0;
    const league = makeLeague(seed, [
      ...HOSTILE,
      ...RAW.filter((text) => !isWindows || !text.includes('\r')),
    ]);
    const files = toFiles(league).map(({ path, text }) => ({
      path,
      text: isWindows ? text.replace(/\n/g, '\r\n') : text,
    }));
    const read = fromFiles(files, league);
    expect(read.problems, `seed ${seed}`).toEqual([]);
    expect(read.league, `seed ${seed}`).toEqual(league);
  }
});

test('files → league → files gives the same bytes, and paths that every file system takes', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const files = toFiles(makeLeague(seed, HOSTILE.filter(isClean)));
    const { league } = fromFiles(shuffle(files, seed));
    expect(toFiles(league as LeagueNode), `seed ${seed}`).toEqual(files);
    for (const { path, text } of files) {
      expect(path).toMatch(/^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.(?:json|md)$/);
      expect(path.length).toBeLessThan(200);
      expect(text.endsWith('\n')).toBe(true);
      if (path.endsWith('.json')) {
        const keys = Object.keys(JSON.parse(text)).filter((key) => key !== 'resources');
        expect(keys).toEqual([...keys].sort());
      }
    }
  }
});

function shuffle(files: readonly LeagueFile[], seed: number): LeagueFile[] {
  const random = createRandom(seed);
  const wrapped = files.map(({ path, text }) => ({
    path: `finance-main/league/${path}`,
    text,
    at: random(1000),
  }));
  const around = { path: 'finance-main/README.md', text: '# Ours', at: random(1000) };
  return [...wrapped, around]
    .sort((one, other) => one.at - other.at)
    .map(({ path, text }) => ({ path, text }));
}

test('one changed resource is one line of a diff, one inserted resource is one as well', () => {
  const resource = (id: string, order: number) => ({
    id,
    title: `About ${id}`,
    type: 'VIDEO',
    url: 'https://example.org/',
    minutes: id === 'x' ? 9 : null,
    order,
  });
  const section = (resources: SectionNode['resources']): SectionNode => ({
    id: 's',
    name: 'Basics',
    description: null,
    order: 1,
    resources,
  });
  const week = (resources: SectionNode['resources']): WeekNode => ({
    id: 'w',
    name: 'Intro',
    description: null,
    order: 1,
    sections: [section(resources)],
  });
  const text = (resources: SectionNode['resources']) =>
    toFiles({
      id: 'l',
      name: 'L',
      description: null,
      cohort: 'C',
      expiresAt: null,
      assignment: null,
      weeks: [week(resources)],
    }).find(({ path }) => path === 'modules/01-intro/topics/01-basics/topic.json')?.text ?? '';
  const before = text([resource('a', 1), resource('b', 2)]);
  expect(before).toBe(
    '{\n  "id": "s",\n  "name": "Basics",\n  "order": 1,\n  "resources": [\n' +
      '    { "id": "a", "title": "About a", "type": "VIDEO", "url": "https://example.org/" },\n' +
      '    { "id": "b", "title": "About b", "type": "VIDEO", "url": "https://example.org/" }\n  ]\n}\n',
  );
  const after = text([resource('a', 1), resource('x', 2), resource('b', 3)]);
  expect(after).toContain('{ "id": "x", "minutes": 9, "title"');
  expect(after.split('\n').filter((line) => !before.split('\n').includes(line))).toHaveLength(1);
  expect(text([resource('a', 1), resource('b', 4)])).toContain('{ "id": "b", "order": 4, "title"');
  expect(text([])).toContain('"resources": []');
});

test('folder names are safe and tell nothing: names, orders and ids stand in the files', () => {
  expect(toFolderName(3, 'CON', 'module')).toBe('03-con');
  expect(toFolderName(12, '../../é%00\u202E', 'module')).toBe('12-e-00');
  expect(toFolderName(1, 'مرحبا', 'topic')).toBe('01-topic');
  const league = makeLeague(7, HOSTILE.filter(isClean));
  const renamed = toFiles(league).map(({ path, text }) => ({
    path: path.replace(/modules\/[^/]+/, (name) => `modules/zz${Bun.hash(name)}`),
    text,
  }));
  expect(fromFiles(renamed).league).toEqual(league);
});

test('everything that is wrong is told: file, field, what was expected', () => {
  const topic = 'modules/a/topics/t/topic.json';
  const files = [
    { path: 'league.json', text: '{"name": "", "cohort": 5, "expiresAt": "soon", "colour": "red"}' },
    { path: 'assignment.json', text: '{"title": "Task", "dueDate": "tomorrow"}' },
    { path: 'modules/a/module.json', text: '{"name": "A", "order": 1}' },
    { path: 'modules/b/module.json', text: '{"name": "B", "order": 1, "id": "no id!"}' },
    { path: 'modules/c/description.md', text: 'alone\n' },
    { path: 'modules/d/module.json', text: '{\n<<<<<<< HEAD\n}' },
    { path: 'modules/a/topics/t/topic.jsn.json', text: '{}' },
    {
      path: topic,
      text: '{"name": "T", "order": 0, "resources": [{"id": "r", "title": "x", "type": "PODCAST", "url": "javascript:1"}, {"id": "r", "title": "x", "type": "BLOG", "url": "https://x.org", "order": 1}, 7]}',
    },
    { path: 'modules/a/topics/u/topic.json', text: '{"name": "U", "order": 2, "resouces": []}' },
  ];
  const told = fromFiles(files).problems.map(({ file, field, expected }) => `${file} ${field}: ${expected}`);
  for (const expected of [
    'league.json name: name is required',
    'league.json cohort: the name of a cohort',
    'league.json expiresAt: expiresAt must be an ISO date and time or null',
    'league.json colour: no such field; known are cohort, expiresAt, id, name',
    'assignment.md null: the description of the assignment',
    'assignment.json dueDate: Due date must be an ISO 8601 date and time with a time zone, from 2000 to 2199',
    'modules/b/module.json id: 1 to 64 letters, digits, - or _; left out for something new',
    'modules/b/module.json order: another number: modules/a/module.json has 1 too',
    'modules/c/module.json null: this file: without it the folder is no module',
    'modules/d/module.json null: JSON without the marks of a merge',
    `${topic} order: Order must be a positive integer`,
    `${topic} resources[0].type: Invalid resource type. Must be one of: VIDEO, ARTICLE, EXTERNAL_LINK, BLOG`,
    `${topic} resources[0].url: Invalid URL format`,
    `${topic} resources[1].order: 2 or more: the one before has 1`,
    `${topic} resources[2]: a resource: { "title": …, "type": …, "url": … }`,
    `${topic} id: one thing with the id r: ${topic} has it too`,
    'modules/a/topics/u/topic.json resouces: no such field; known are id, name, order, resources',
    'modules/a/topics/u/topic.json resources: a list of resources: [ … ]',
  ]) {
    expect(told).toContain(expected);
  }
  expect(
    told.some((line) => line.startsWith('modules/a/topics/t/topic.jsn.json null: modules/{folder}/')),
  ).toBe(true);
  expect(fromFiles([{ path: 'readme.md', text: '' }]).problems[0]?.expected).toBe(
    'a folder that holds league.json',
  );
  const twice = ['a', 'b'].map((name) => ({ path: `${name}/league.json`, text: '{}' }));
  expect(fromFiles(twice).problems).toHaveLength(2);
});

test('what a neighbour does moves nothing; what somebody put elsewhere was moved', () => {
  expect([...findUnmovedIndexes([1, 4, 2, 3])].sort()).toEqual([0, 2, 3]);
  expect(findUnmovedIndexes([]).size).toBe(0);
  const league = (names: string[]): LeagueNode => ({
    ...makeLeague(1, ['x']),
    assignment: null,
    weeks: names.map((name, index) => ({
      id: name,
      name,
      description: null,
      order: index + 1,
      sections: [],
    })),
  });
  const plan = (before: string[], after: string[]) =>
    compareLeagues(league(before), league(after), { newIds: new Set(['new']), fileOf: new Map() });
  const inserted = plan(['a', 'b', 'c'], ['a', 'new', 'b', 'c']);
  expect(inserted.changes.map(({ action, id, name }) => [action, id, name])).toEqual([
    ['added', null, 'new'],
  ]);
  expect(inserted.counts).toMatchObject({ added: 1, renumbered: 2, moved: 0 });
  const moved = plan(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c']);
  expect(moved.changes.map(({ action, name }) => [action, name])).toEqual([['moved', 'd']]);
  expect(plan(['a', 'b'], ['a', 'b']).changes).toEqual([]);
});

test('a field named like what the reader keeps is reported where it stands', () => {
  const topic = 'modules/a/topics/t/topic.json';
  const files = [
    { path: 'league.json', text: '{"name": "L", "cohort": "C", "expiresAt": null, "json": 1}' },
    { path: 'modules/a/module.json', text: '{"name": "A", "order": 1, "topics": []}' },
    {
      path: topic,
      text: '{"name": "T", "order": 1, "file": "x", "resources": [{"file": "y", "title": "", "type": "BLOG", "url": "https://x.org"}]}',
    },
  ];
  const told = fromFiles(files).problems.map(({ file, field }) => `${file} ${field}`);
  expect(told.toSorted()).toEqual([
    'league.json json',
    'modules/a/module.json topics',
    `${topic} file`,
    `${topic} resources[0].file`,
    `${topic} resources[0].title`,
  ]);
});
