// Exits 1 if the audit log does not match its seals. `--head` takes a head of an earlier run or the server's log.

import { readArguments } from '../operator/arguments.ts';
import { readHead, verifyOneMoment } from '../operator/audit.ts';
import { withDatabase } from '../operator/database.ts';

const { values } = readArguments('npm run ops -- audit [--head <number>:<digest>]', {
  options: { head: { type: 'string' } },
});

await withDatabase(async ({ db }) => {
  const { seals, entries, waiting, head, problems } = await verifyOneMoment(db, readHead(values.head));
  for (const problem of problems) console.log(problem);
  console.log(`${entries} entries, ${seals} seals, ${waiting} not sealed yet, ${problems.length} problems`);
  if (head) console.log(`head ${head.number}:${head.digest}`);
  if (problems.length > 0) process.exitCode = 1;
});
