import fc from 'fast-check';

/** A JSON value that may stand where another is expected; `schema` values are taken from what the field allows. */
export type Value =
  | { kind: 'plain'; value: unknown }
  /** A string of one sign repeated: kept short so that a shrunk case can be read. */
  | { kind: 'repeated'; sign: string; times: number }
  /** Arrays and objects inside each other. */
  | { kind: 'nested'; depth: number }
  /** One of the values that the schema of the field names, or one beside its limits. */
  | { kind: 'schema'; pick: number }
  /** An id of the world, or one that an earlier call of the sequence made. */
  | { kind: 'id'; pick: number }
  | { kind: 'made'; pick: number };

/** Texts, addresses, markup, e-mail addresses, paths, cells and SQL of docs/security.md 4. */
const TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', 'a\u0001\u001fb', '\ud800', 'x\udfff', '\ufeff', '\u202egnp.exe'],
  ...['\u200b', '🙂', 'e\u0301', 'é', 'İ', 'ﬃ', 'Z\u0351\u0352\u0353', '\u2028', 'null', 'undefined', 'NaN'],
  ...[
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.test',
  ],
  ...[
    '/\\evil.test',
    'https:evil.test',
    'https://a@evil.test',
    'http://[::1]',
    'http://0x7f.1',
    'https://%00',
  ],
  ...['http://169.254.169.254/', 'https://аpple.test/', 'https://x.test/%zz', 'https://[', 'http://a:99999/'],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
    '$' + '{7*7}',
    '--> <svg onload=x>',
  ],
  ...[
    'MIKE@example.test',
    ' a@b.co ',
    'mıke@example.test',
    '"a b"@b.co',
    'a@[127.0.0.1]',
    'a@b.co\r\nBcc: x@b.co',
  ],
  ...[
    '../../etc/passwd',
    '..%2f',
    '%00',
    '%zz',
    '%252e',
    ';x',
    'a/b',
    'a?b#c',
    '.hidden',
    'CON',
    '-1',
    '__proto__',
  ],
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    'a","b',
    "' OR 1=1--",
    '";drop table users',
    '%_',
    '\\',
    'id";--',
  ],
  ...[
    'constructor',
    'toString',
    'hasOwnProperty',
    '[object Object]',
    '0',
    '1e1',
    '0x10',
    '1.5',
    '٣',
    '1_000',
  ],
];

/** Of docs/security.md 4 too: types, edges of numbers, moments that are none. */
const OTHERS: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1, -1, 2, 1.5, 1e1, 86_400, 86_401, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1],
  ...[
    2 ** 53 - 1,
    2 ** 53 + 2,
    1e308,
    Number.MIN_VALUE,
    [],
    {},
    [null],
    ['a'],
    [[]],
    { $gt: 0 },
    { length: 1 },
  ],
  ...[
    { toString: 1 },
    { constructor: { prototype: { polluted: true } } },
    JSON.parse('{"then":"x"}'),
    { toJSON: 'x' },
  ],
  ...[
    '0000-01-01',
    '9999-12-31',
    '-000001-01-01T00:00:00Z',
    '2026-02-30',
    '2026-06-30T23:59:60Z',
    '2026-01-01T00:00',
  ],
  ...['+275760-09-13T00:00:00.001Z', '2026-01-01T00:00:00+99:99', '2026-01-01', 1_767_225_600_000],
  ...[Array.from({ length: 1001 }, (_, n) => n), Array.from({ length: 201 }, () => 'same')],
];

/** The lengths on either side of the limits of api/contract/constants.ts, and some beyond all of them. */
const LENGTHS = [
  1, 7, 8, 40, 41, 64, 65, 120, 121, 128, 129, 254, 255, 500, 501, 1000, 1001, 2048, 2049, 5001,
];
const LARGE = [20_000, 20_001, 70_000];

const plain = (value: unknown): Value => ({ kind: 'plain', value });

export const anyValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS).map(plain) },
  { weight: 5, arbitrary: fc.constantFrom(...OTHERS).map(plain) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('repeated' as const),
      sign: fc.constantFrom('a', '1', '🙂', '\u0301', ' ', '"'),
      times: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...LENGTHS) },
        { weight: 1, arbitrary: fc.constantFrom(...LARGE) },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('nested' as const), depth: fc.constantFrom(2, 50, 5000) }),
  },
  { weight: 8, arbitrary: fc.nat(40).map((pick): Value => ({ kind: 'schema', pick })) },
  { weight: 5, arbitrary: fc.nat(200).map((pick): Value => ({ kind: 'id', pick })) },
  { weight: 3, arbitrary: fc.nat(20).map((pick): Value => ({ kind: 'made', pick })) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(plain) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }).map(plain) },
);

/** Bodies that are no object, no JSON or no text of the charset. */
export const ODD_BODIES = [
  ...[
    '',
    ' ',
    'null',
    '[]',
    '"x"',
    '1',
    'true',
    '{',
    '{"a":1',
    '{"a":1}}',
    '{a:1}',
    "{'a':1}",
    '{"a":NaN}',
    '1e400',
  ],
  ...[
    '{"__proto__":{"role":"GRAND_PATHFINDER"}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"a":1,"a":2}',
  ],
  ...['\ufeff{}', '\u0000', '[[[[[[]]]]]]', 'a=1&b=2', '<xml/>'],
];

export const ODD_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
];
