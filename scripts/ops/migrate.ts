import { openDatabase, updateSchema } from '#api/platform/db/open.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { readArguments } from '../operator/arguments.ts';
import { orFail } from '../operator/database.ts';

readArguments('npm run ops -- migrate', {});
await orFail(async () => {
  const config = parseEnv(process.env);
  const database = await openDatabase(config, (line) => console.log(line));
  try {
    const applied = await updateSchema(database, config);
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  } finally {
    await database.close();
  }
});
