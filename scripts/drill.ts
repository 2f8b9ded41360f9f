// Tries whether a copy brings everything back, and prints how long that takes. Exits 1 when one does not.
// Usage: bun scripts/drill.ts [file] [--learners N]
//   with a file: restores that copy (pg_dump --format=custom, or npm run db:backup) into a place of its own and looks at it
//   without: a private PostgreSQL with N learners at work (2,000 by default) is copied, lost and brought back
import { StartError } from '#api/process/start-error.ts';
import { readArguments } from './operator/arguments.ts';
import { orFail } from './operator/database.ts';
import { tryCopy } from './operator/drill/copy.ts';
import { rehearseEmbedded } from './operator/drill/embedded.ts';
import { rehearsePostgres } from './operator/drill/rehearsal.ts';
import { type Step, toLines } from './operator/drill/step.ts';
import { runCleanups } from './run/processes.mjs';

const USAGE = 'npm run drill -- [file] [--learners N]';
const { values, positionals } = readArguments(USAGE, {
  options: { learners: { type: 'string', default: '2000' } },
  allowPositionals: true,
});

await orFail(async () => {
  if (positionals.length > 1 || !/^[1-9]\d{0,5}$/.test(values.learners)) {
    throw new StartError(`Usage: ${USAGE}`);
  }
  const learners = Number(values.learners);
  let isGood = true;
  const say = (step: Step) => {
    isGood &&= step.findings.every((finding) => finding.isGood);
    for (const line of toLines(step)) console.log(line);
  };
  try {
    const [file] = positionals;
    if (file) {
      say(await tryCopy(file));
    } else {
      await rehearsePostgres(learners, say);
      say(await rehearseEmbedded());
    }
  } finally {
    await runCleanups();
  }
  if (!isGood) process.exitCode = 1;
});
