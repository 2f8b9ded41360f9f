// Runs every command of the project. Needs only Node 20, so that it works before packages are installed.
import { chdir } from 'node:process';
import { runLighthouse } from './lighthouse.mjs';
import { buildSite, checkSettings } from './run/build.mjs';
import { checkCode } from './run/checks.mjs';
import { findCommand, requireOwnOptions, toHelp } from './run/commands.mjs';
import { startDevelopment } from './run/dev.mjs';
import { envLines, findSetting } from './run/env-files.mjs';
import { heapEnvironment } from './run/heap.mjs';
import { ensureInstalled } from './run/install.mjs';
import { say } from './run/output.mjs';
import { projectRoot } from './run/paths.mjs';
import { exitLike, runBun, superviseBun } from './run/processes.mjs';
import { runAllTests } from './run/test.mjs';
import { runDeepTests, runHostile, runMatrix, runMutations } from './run/unit-tests.mjs';

const needsSite = new Set(['size', 'bench', 'proof vitals']);
// These, like ops, need no devDependencies.
const forUse = new Set(['start', 'build', 'demo', 'content:check']);

const commands = {
  async start() {
    await checkSettings([]);
    const [prepared] = await Promise.all([runBun(['scripts/prepare-demo.ts']), buildSite()]);
    if (prepared.code !== 0) exitLike(prepared);
    const databaseUrl =
      process.env.DATABASE_URL ||
      findSetting('DATABASE_URL', envLines(process.env.NODE_ENV || 'development'));
    exitLike(await superviseBun(['api/server.ts', ...rest], { env: heapEnvironment(databaseUrl) }));
  },
  async build() {
    await buildSite({ force: rest.includes('--force') });
  },
  async check() {
    process.exit((await checkCode()) ? 0 : 1);
  },
  async test() {
    process.exit(await runAllTests(rest));
  },
  async 'proof deep'() {
    process.exit(await runDeepTests(async () => (await loadFaults())([])));
  },
  async faults() {
    const { passed, failed } = await (await loadFaults())(rest);
    process.exit(failed === 0 && passed > 0 ? 0 : 1);
  },
  async 'proof hostile'() {
    process.exit(await runHostile(rest));
  },
  async 'proof matrix'() {
    process.exit(await runMatrix());
  },
  async 'proof guards'() {
    process.exit(await runMutations('access/guards'));
  },
  async 'proof limits'() {
    process.exit(await runMutations('limits/limits'));
  },
  async 'proof escapes'() {
    process.exit(await runMutations('escapes/escapes'));
  },
  async lighthouse() {
    process.exitCode = await runLighthouse(rest);
  },
  async dev() {
    await startDevelopment();
  },
};

// Imported late, because they need the database driver from node_modules.
const loadFaults = async () => (await import('./faults/run-faults.mjs')).runFaults;

const words = process.argv.slice(2);
chdir(projectRoot);

const found = findCommand(words);
const rest = found?.rest ?? [];
const isGroup = words.length === 1 && ['ops', 'proof'].includes(words[0]);
if (words[0] === 'help' || isGroup || words.includes('--help')) {
  say(toHelp(words));
  process.exit(0);
}
if (!found || (!found.script && !Object.hasOwn(commands, found.name))) {
  say(words.length > 0 ? `Unknown command '${words.join(' ')}'.\n${toHelp(words)}` : toHelp(words));
  process.exit(2);
}
try {
  requireOwnOptions(found);
  await ensureInstalled({ withDev: !forUse.has(found.name) && !found.name.startsWith('ops ') });
  if (found.script) {
    if (needsSite.has(found.name)) await buildSite();
    exitLike(await runBun([found.script, ...rest]));
  } else {
    await commands[found.name]();
  }
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
