import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { CONTENT_FILES, type JsonSchema, toJsonSchema } from './content-files.ts';

const project = new URL('../../../', import.meta.url).pathname;
const read = (path: string): unknown => JSON.parse(readFileSync(project + path, 'utf8'));

test('the schemas that editors complete from are those of the code (bun scripts/content-schemas.ts writes them)', () => {
  expect(readdirSync(`${project}content/.schemas`).sort()).toEqual(
    CONTENT_FILES.map(({ name }) => `${name}.json`).sort(),
  );
  for (const kind of CONTENT_FILES) {
    expect(read(`content/.schemas/${kind.name}.json`)).toEqual(
      JSON.parse(JSON.stringify(toJsonSchema(kind))),
    );
  }
});

test('every JSON file of the content is tied to its schema in the editor', () => {
  expect(read('.vscode/settings.json')).toMatchObject({
    'json.schemas': CONTENT_FILES.filter(({ kind }) => kind !== 'markdown').map(({ name, pattern }) => ({
      fileMatch: [`/content/${pattern}`],
      url: `./content/.schemas/${name}.json`,
    })),
  });
});

test('every field says what it is for', () => {
  const silent = CONTENT_FILES.flatMap((kind) => listSilent(toJsonSchema(kind), kind.name));
  expect(silent).toEqual([]);
});

/** Fields without a sentence, at any depth. */
function listSilent(schema: JsonSchema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...listSilent(field, `${path}.${name}`),
  ]);
  const inside = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])];
  return [...fields, ...inside.flatMap((part) => listSilent(part, path))];
}
