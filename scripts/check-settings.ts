// Checks the settings before a build, which takes long and fails without their names: all of them before a start, those
// that pages contain before a build alone. Ends with 1 and a line for each wrong one.
import { EnvError, parseEnv } from '#api/platform/process/env.ts';

const isInPages = (problem: string) => problem.startsWith('PUBLIC_');

try {
  parseEnv(process.env);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  const problems = process.argv.includes('--pages') ? error.problems.filter(isInPages) : error.problems;
  for (const problem of problems) console.error(`✖ Wrong setting. ${problem}`);
  if (problems.length > 0) process.exit(1);
}
