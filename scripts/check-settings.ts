// Checks the settings and prints a line for each wrong one; `--pages` checks only those used by a build.
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
