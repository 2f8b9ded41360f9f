import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { edit, FIRST_TOPIC, makeFilesBench } from '../../test/files-bench.ts';
import { addLeague } from '../../test/leagues.ts';
import { findRepeatedKey, type RepeatedKey } from './json-faults.ts';

const bench = makeFilesBench();

describe('a key that stands twice in an object', () => {
  test('is found with the way to it and its line, however it is written', () => {
    const cases: [string, RepeatedKey][] = [
      ['{"a":1,"a":2}', { path: ['a'], line: 1 }],
      ['{\n  "a": 1,\n  "b": {"a": 1},\n  "a": 2\n}', { path: ['a'], line: 4 }],
      ['{"list":[1,[2,3],{"x":1},\r\n{"y":{"z":[],\r\n"z":{}}}]}', { path: ['list', 3, 'y', 'z'], line: 3 }],
      ['[[],{},[{"k":[1,2],"j":",","k":0}]]', { path: [2, 0, 'k'], line: 1 }],
      ['{"id":1,"\\u0069d":2}', { path: ['id'], line: 1 }],
      ['{"a\\"b":1,"a\\u0022b":2}', { path: ['a"b'], line: 1 }],
      ['{"\\\\":1,"\\\\":2}', { path: ['\\'], line: 1 }],
      ['{"__proto__":1,"__proto__":2}', { path: ['__proto__'], line: 1 }],
      ['{"":1,"":2}', { path: [''], line: 1 }],
    ];
    for (const [json, found] of cases) {
      JSON.parse(json);
      expect([json, findRepeatedKey(json)]).toEqual([json, found]);
    }
  });

  test('is none where it stands in another object, in a text or as a value', () => {
    for (const json of [
      '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
      '{"a":"{\\"b\\":1,\\"b\\":2}","b":"a","c":["a","a"]}',
      '{"a":"\\\\","b":"\\"","c":"\\\\\\"","d":"a"}',
      '{"toString":1,"constructor":2}',
      '["a","a",{"a":"a"}]',
      '"{}"',
      'null',
      '{}',
    ]) {
      JSON.parse(json);
      expect([json, findRepeatedKey(json)]).toEqual([json, null]);
    }
  });

  test('is found wherever one is put into any JSON, and nowhere else', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'a', 'é'),
    });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, text, fc.boolean(), (before, key, isWide) => {
        const space = isWide ? 2 : undefined;
        const json = JSON.stringify({ [key]: before, list: [before] }, null, space);
        expect(findRepeatedKey(json)).toBeNull();
        const twice = `[${json},\n{"x":{${JSON.stringify(key)}:${JSON.stringify(before)},${JSON.stringify(key)}:0}}]`;
        expect(findRepeatedKey(twice)).toEqual({ path: [1, 'x', key], line: twice.split('\n').length });
      }),
      { numRuns: 300 },
    );
  });

  test('is refused by a league file, with file, field and line, beside whatever else is wrong', async () => {
    const league = await addLeague(bench.api.db, { name: 'Said twice' });
    const exported = await bench.exportFiles(league);
    const files = edit(
      edit(exported, FIRST_TOPIC, (text) => text.replace('"url":', '"url": "https://other.test/", "url":')),
      /^league\.json/,
      (text) => text.replace('"name":', '"name": "Another",\n  "name":'),
    );
    const { status, body } = await bench.preview(league, files);
    expect([status, body.problems]).toEqual([
      400,
      [
        expect.objectContaining({ file: 'league.json', field: 'name' }),
        expect.objectContaining({ field: 'resources[0].url' }),
      ],
    ]);
    const lines = files.find(({ path }) => path === 'league.json')?.text.split('\n') ?? [];
    const line = lines.findLastIndex((text) => text.includes('"name":')) + 1;
    expect(body.problems?.[0]?.expected).toBe(`this field once: it stands here again in line ${line}`);
    expect((await bench.preview(league, exported)).status).toBe(200);
  });
});
