import { removeDemo } from '#api/demo/remove.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';

const { values } = readArguments('npm run ops -- demo-remove [--dry-run]', {
  options: { 'dry-run': { type: 'boolean', default: false } },
});

await withDatabase(async ({ db }) => {
  const isDryRun = values['dry-run'];
  const { kept, ...removed } = await removeDemo(db, { isDryRun });
  const lines = Object.entries(removed).filter(([, names]) => names.length > 0);
  if (lines.length === 0) console.log('There is nothing of the demo to remove.');
  else console.log(isDryRun ? 'Would be removed:' : 'Removed:');
  for (const [kind, names] of lines) console.log(`  ${kind} (${names.length}): ${names.join(', ')}`);
  if (kept.length > 0) console.log('Kept:');
  for (const { name, because } of kept) console.log(`  ${name}: ${because}`);
});
