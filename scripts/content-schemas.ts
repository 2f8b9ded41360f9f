// Writes the JSON Schemas of content files for editors (.vscode/settings.json). Usage: bun scripts/content-schemas.ts
import { join } from 'node:path';
import { CONTENT_FILES, toJsonSchema } from '#site/content-check/content-files.ts';

const folder = join(import.meta.dir, '../content/.schemas');
for (const kind of CONTENT_FILES) {
  await Bun.write(join(folder, `${kind.name}.json`), `${JSON.stringify(toJsonSchema(kind), null, 2)}\n`);
}
await Bun.$`${process.execPath} --bun node_modules/@biomejs/biome/bin/biome format --write ${folder}`
  .cwd(join(folder, '../..'))
  .quiet();
console.log(`${CONTENT_FILES.length} schemas in content/.schemas`);
