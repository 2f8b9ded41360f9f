import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { toCsvLine } from '#contract/csv.ts';
import { IMPORT_BYTES_MAX, IMPORT_CALLS, IMPORT_ROWS_MAX } from '#contract/imports.ts';
import { createResource, RESOURCE_TYPES, type Resource } from '#contract/resources.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { RESOURCE_COLUMNS } from '../../reports/exports/columns.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { readCsvLines } from './csv-lines.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const league = await addLeague(api.db, { name: 'Hostile', weeks: 1, sections: 1, resources: 0 });

const sectionId = () => league.weeks[0]?.sections[0]?.id ?? '';
const send = (kind: keyof typeof IMPORT_CALLS, body: Record<string, unknown>) =>
  api.call(IMPORT_CALLS[kind], { token: grand.token, body });
const refusalOf = async (csv: unknown, kind: keyof typeof IMPORT_CALLS = 'users') => {
  const { status, body } = await send(kind, { csv });
  return [status, body.error];
};

test('a file that cannot be read is refused as a whole, and says where', async () => {
  expect(await refusalOf('')).toEqual([400, 'The file has no rows below its first line']);
  expect(await refusalOf('E-mail,Name\r\n\r\n')).toEqual([400, 'The file has no rows below its first line']);
  expect(await refusalOf('E-mail,Name\na@b.co,"Asha\nx,y')).toEqual([
    400,
    'The file cannot be read: a quotation mark is not closed (line 2)',
  ]);
  expect(await refusalOf('E-mail,Name\na@b.co,As"ha')).toEqual([
    400,
    'The file cannot be read: a quotation mark stands where none may be (line 2)',
  ]);
  expect(await refusalOf('Address,Who\na,b')).toEqual([
    400,
    'The file has no column for E-mail, Name or Leagues',
  ]);
  expect(await refusalOf('a,b\n1,2', 'resources')).toEqual([
    400,
    'The file has no column for Topic or Topic order or Topic ID, Title, URL, League or League ID or Module ID or Topic ID',
  ]);
  expect(await refusalOf('E-mail,mail,Name\na@b.co,b@b.co,A')).toEqual([
    400,
    'Two columns of the file are both for E-mail: "E-mail" and "mail"',
  ]);
  for (const csv of [undefined, null, 7, ['E-mail'], { csv: 'x' }]) {
    expect(await refusalOf(csv)).toEqual([400, 'csv is required']);
  }
  const wrong = await send('weeks', {
    csv: 'order,name\n1,x',
    leagueId: 7,
    dryRun: 'no',
    leaveOutRefused: 1,
  });
  expect([wrong.status, wrong.body.error]).toEqual([
    400,
    'dryRun must be true or false, leaveOutRefused must be true or false, leagueId must be a string',
  ]);
});

test('P37 too many rows, too long a file and too long a body are refused clearly', async () => {
  const rows = (count: number) =>
    `E-mail,Name\n${Array.from({ length: count }, (_, n) => `p${n}@many.test,Many ${n}`).join('\n')}`;
  expect(await refusalOf(rows(IMPORT_ROWS_MAX + 1))).toEqual([
    400,
    'The file has more than 5,000 rows. Please split it.',
  ]);
  expect(await refusalOf(`E-mail,Name\na@b.co,"${'x'.repeat(IMPORT_BYTES_MAX)}"`)).toEqual([
    413,
    'The file is larger than 2 MB. Please split it.',
  ]);
  expect(await refusalOf(`E-mail,Name\na@b.co,"${'x'.repeat(10 * 1024 * 1024)}"`)).toEqual([
    413,
    'Request body is too large',
  ]);
  expect(await refusalOf(`E-mail,Name\na@b.co,"${'x'.repeat(2_000_000)}"`)).toEqual([200, undefined]);
});

test('F12 a file of very many columns, or a cell of very many leagues, is answered at once and in few words', async () => {
  const people = Array.from({ length: IMPORT_ROWS_MAX }, (_, n) => `p${n}@wide.test,Wide ${n}`);
  // Read a column at a time for each row, it takes longer than a test may.
  const wide = await send('users', { csv: [`E-mail,Name${','.repeat(400_000)}`, ...people].join('\n') });
  expect(wide.body.data.plan.counts.create).toBe(IMPORT_ROWS_MAX);

  const leagues = Array.from({ length: 200_000 }, (_, n) => n.toString(36)).join(';');
  const long = await send('users', { csv: `E-mail,Name,Leagues\na@b.co,Asha,"${leagues}"` });
  expect(long.body.data.plan.counts.refused).toBe(1);
  expect(long.body.data.plan.rows[0].reasons.slice(0, 2)).toEqual([
    'League not found: 0',
    'League not found: 1',
  ]);
  expect(JSON.stringify(long.body).length).toBeLessThan(5000);
});

/** docs/security.md H1, H3, H4, H5, H8, H9. */
const CORPUS = [
  '\u0000',
  'a\u0001\u001fb',
  '\ud800',
  '\ufeff',
  '\u202eevil',
  '🙂'.repeat(200),
  `Z${'\u0301'.repeat(5000)}`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  "' OR 1=1--",
  '";drop table users',
  '%_',
  'mıke@example.test',
  'İ@example.test',
  'a@b.co\r\nBcc: x@y.zz',
  `${'a'.repeat(64)}@${'b'.repeat(190)}.test`,
  'javascript:alert(1)',
  '//evil.example',
  'https://a:b@evil.example',
  'NaN',
  '1e400',
  '__proto__',
  'constructor',
  '2147483648',
];

test('H1 H3 H4 H5 H8 H9 no cell of any column breaks the plan or what is done', async () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const heads = {
    users: [
      'E-mail',
      'Name',
      'Leagues',
      'Status',
      'Institute',
      'Graduation year',
      'Phone',
      'Portfolio',
      'Twitter',
    ],
    weeks: ['League', 'Order', 'Name', 'Description', 'ID', 'League ID'],
    sections: ['League', 'Module', 'Module order', 'Order', 'Name', 'Description', 'ID', 'Module ID'],
    resources: [
      'League',
      'Module',
      'Topic',
      'Topic order',
      'Order',
      'Title',
      'Type',
      'URL',
      'ID',
      'Topic ID',
    ],
  };
  for (const [kind, head] of Object.entries(heads) as [keyof typeof heads, string[]][]) {
    const rows = [
      ...CORPUS.map((text) => head.map(() => quoted(text)).join(',')),
      ...CORPUS.map(
        (text, n) =>
          ({
            users: `hostile-${n}@import.test,${quoted(`N ${text}`)},,,${quoted(text)},,,,${quoted(text)}`,
            weeks: `Hostile,${n + 10},${quoted(text)},${quoted(text)},,`,
            sections: `Hostile,1,,${n + 10},${quoted(text)},${quoted(text)},,`,
            resources: `Hostile,1,1,,${n + 10},${quoted(text)},BLOG,${quoted(`https://example.org/?${text}`)},,`,
          })[kind],
      ),
    ];
    const csv = [head.join(','), ...rows].join('\n');
    const checked = await send(kind, { csv });
    expect([kind, checked.status, checked.body.error]).toEqual([kind, 200, undefined]);
    const { fingerprint, counts } = checked.body.data.plan;
    expect(counts.refused).toBeGreaterThanOrEqual(CORPUS.length - 1);
    const done = await send(kind, { csv, dryRun: false, fingerprint, leaveOutRefused: true });
    expect([kind, done.status, done.body.error]).toEqual([kind, 200, undefined]);
    expect(done.body.data.result.created).toBe(counts.create);
    const again = await send(kind, { csv });
    expect([kind, again.body.data.plan.counts]).toEqual([
      kind,
      { ...counts, create: 0, unchanged: counts.unchanged + counts.create },
    ]);
  }
  const names = await api.db.select({ name: users.name }).from(users);
  expect(names.filter(({ name }) => ['\0', '\u0001'].some((sign) => name.includes(sign)))).toEqual([]);
});

const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
const guarded = fc
  .tuple(fc.constantFrom('', '=', '+', '-', '@', "'", "'=", "''-", ';=', 'a;=', 'a\n+', 'a\t@'), word)
  .map(([start, text]) => `${start}${text}`);

test('P32 a list of resources that was exported changes nothing when it comes back', async () => {
  const made: Resource[] = [];
  const titles = fc.sample(guarded, { numRuns: 60, seed: 7 });
  for (const [index, title] of titles.entries()) {
    const { status, body } = await api.call(createResource, {
      token: grand.token,
      params: { id: sectionId() },
      body: {
        title,
        url: `https://example.org/${index}?q=${encodeURIComponent(title.toWellFormed())}`,
        type: RESOURCE_TYPES[index % RESOURCE_TYPES.length],
        order: 5000 + index,
      },
    });
    if (status === 201) made.push(body.data);
  }
  expect(made.length).toBeGreaterThan(40);
  const columns = Object.entries(RESOURCE_COLUMNS);
  const csv = (names: readonly string[]) => {
    const chosen = columns.filter(([name]) => names.length === 0 || names.includes(name));
    const lines = made.map((row) => toCsvLine(chosen.map(([, value]) => value(row))));
    return `\uFEFF${toCsvLine(chosen.map(([name]) => name))}${lines.join('')}`;
  };
  for (const names of [[], ['League', 'Module', 'Topic', 'Order', 'Title', 'Type', 'URL']]) {
    const { body } = await send('resources', { csv: csv(names) });
    const { counts, rows } = body.data.plan;
    expect(rows.filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged')).toEqual([]);
    expect(counts.unchanged).toBe(made.length);
  }
});

test('P32 every cell that our exports can hold is read as it was, whatever separates the cells', () => {
  fc.assert(
    fc.property(fc.array(guarded, { minLength: 2, maxLength: 4 }), (cells) => {
      const text = cells.map((cell) => cell.replace(/\r\n?/g, '\n'));
      const [line] = readCsvLines(`a,b,c,d\r\n${toCsvLine(text)}`).slice(1);
      const isBlank = text.every((cell) => cell.trim() === '');
      expect(line?.cells ?? null).toEqual(isBlank ? null : text);
    }),
    { numRuns: 300 },
  );
});
