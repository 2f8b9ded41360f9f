// Lists specification statements that no test names. Usage: bun scripts/coverage-spec.ts [--list] [area]
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
const root = join(import.meta.dir, '..');

const statements = new Map<string, string>();
for (const line of (await Bun.file(join(root, 'docs/spec-ids.txt')).text()).split('\n')) {
  const [id = '', statement = ''] = line.split('\t');
  if (statement) statements.set(id, statement);
}

const named = new Set<string>();
for (const folder of ['api', 'site', 'scripts']) {
  for await (const file of new Bun.Glob('**/*.{test,e2e}.{ts,tsx}').scan({ cwd: join(root, folder) })) {
    const text = await Bun.file(join(root, folder, file)).text();
    for (const id of idsIn(text)) named.add(id);
  }
}

const areas = Map.groupBy(statements.keys(), (id) => id.slice(0, id.lastIndexOf('-')));
for (const [area, ids] of areas) {
  if (positionals.length > 0 && !positionals.includes(area)) continue;
  const missing = ids.filter((id) => !named.has(id));
  const head = `${area.padEnd(9)} ${String(ids.length - missing.length).padStart(3)} of ${String(ids.length).padStart(3)}`;
  if (missing.length === 0) console.log(head);
  else if (values.list) {
    console.log(`${head}  missing:`);
    for (const id of missing) console.log(`    ${id}  ${statements.get(id)}`);
  } else console.log(`${head}  missing ${missing.join(', ')}`);
}
const unknown = [...named].filter((id) => areas.has(id.slice(0, id.lastIndexOf('-'))) && !statements.has(id));
if (unknown.length > 0)
  console.log(`Named by a test but not in the specification: ${unknown.sort().join(', ')}`);
const covered = [...statements.keys()].filter((id) => named.has(id)).length;
console.log(`${covered} of ${statements.size} statements are named by a test`);

/** Also expands ranges such as 'RESET-07 to 09' and 'RESET-07, 08'. */
function* idsIn(text: string): Generator<string> {
  for (const [, area = '', first = '', rest = ''] of text.matchAll(
    /\b([A-Z]{3,8})-(\d{2})\b((?:(?:, | to | and )\d{2}\b(?!-))*)/g,
  )) {
    yield `${area}-${first}`;
    let last = Number(first);
    for (const [, joiner, number = ''] of rest.matchAll(/(, | to | and )(\d{2})/g)) {
      const next = Number(number);
      for (let n = joiner === ' to ' ? last + 1 : next; n <= next; n++) {
        yield `${area}-${String(n).padStart(2, '0')}`;
      }
      last = next;
    }
  }
}
