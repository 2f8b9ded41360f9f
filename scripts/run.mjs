// The one door to every command of the project: node scripts/run.mjs <command> [arguments].
// Needs nothing but Node 20, so that it works in a bare clone before anything is installed.
import { chdir } from 'node:process';
import { runLighthouse } from './lighthouse.mjs';
import { buildSite, checkSettings } from './run/build.mjs';
import { checkCode } from './run/checks.mjs';
import { proveDeployment } from './run/deploy.mjs';
import { startDevelopment } from './run/dev.mjs';
import { envLines, findSetting } from './run/env-files.mjs';
import { heapEnvironment } from './run/heap.mjs';
import { ensureInstalled } from './run/install.mjs';
import { requireOwnOptions } from './run/npm-options.mjs';
import { say } from './run/output.mjs';
import { projectRoot } from './run/paths.mjs';
import { exitLike, runBun, superviseBun } from './run/processes.mjs';
import { runAllTests } from './run/test.mjs';
import { runDeepTests, runHostile, runMatrix, runMutations } from './run/unit-tests.mjs';

/** Commands that are one script each; the arguments after the name are passed on. */
const scripts = {
  size: 'scripts/size.ts',
  bench: 'bench/run.ts',
  vitals: 'bench/vitals.ts',
  'coverage:spec': 'scripts/coverage-spec.ts',
  'content:check': 'scripts/content-check.ts',
  'league-files': 'scripts/league-files.ts',
  'create-admin': 'scripts/create-admin.ts',
  'passkeys:reset': 'scripts/passkeys-reset.ts',
  'import:earlier': 'scripts/import-earlier.ts',
  demo: 'scripts/demo.ts',
  'demo:remove': 'scripts/demo-remove.ts',
  doctor: 'scripts/doctor.ts',
  'db:migrate': 'scripts/db-migrate.ts',
  'db:move': 'scripts/db-move.ts',
  'db:roles': 'scripts/db-roles.ts',
  'db:verify': 'scripts/db-verify.ts',
  'audit:verify': 'scripts/audit-verify.ts',
  'db:backup': 'scripts/db-backup.ts',
  'db:restore': 'scripts/db-restore.ts',
  'db:after-restore': 'scripts/db-after-restore.ts',
  'secrets:reseal': 'scripts/secrets-reseal.ts',
};

const needsSite = new Set(['size', 'bench', 'vitals']);

const commands = {
  async start() {
    await ensureInstalled();
    await checkSettings([]);
    await buildSite();
    const databaseUrl =
      process.env.DATABASE_URL ||
      findSetting('DATABASE_URL', envLines(process.env.NODE_ENV || 'development'));
    exitLike(await superviseBun(['api/server.ts', ...rest], { env: heapEnvironment(databaseUrl) }));
  },
  async build() {
    await ensureInstalled();
    await buildSite({ force: rest.includes('--force') });
  },
  async check() {
    await ensureInstalled();
    process.exit((await checkCode()) ? 0 : 1);
  },
  async test() {
    process.exit(await runAllTests(rest));
  },
  async 'test:deep'() {
    process.exit(await runDeepTests(async () => (await loadFaults())([])));
  },
  async 'test:deploy'() {
    process.exit(await proveDeployment());
  },
  async 'test:faults'() {
    await ensureInstalled();
    const { passed, failed } = await (await loadFaults())(rest);
    process.exit(failed === 0 && passed > 0 ? 0 : 1);
  },
  async 'test:hostile'() {
    await ensureInstalled();
    process.exit(await runHostile(rest));
  },
  async matrix() {
    await ensureInstalled();
    process.exit(await runMatrix());
  },
  async 'mutate:guards'() {
    await ensureInstalled();
    process.exit(await runMutations('access/guards'));
  },
  async 'mutate:limits'() {
    await ensureInstalled();
    process.exit(await runMutations('limits/limits'));
  },
  async 'mutate:escapes'() {
    await ensureInstalled();
    process.exit(await runMutations('escapes/escapes'));
  },
  async lighthouse() {
    await ensureInstalled();
    process.exitCode = await runLighthouse(rest);
  },
  async dev() {
    await ensureInstalled();
    await startDevelopment();
  },
};

/** They need the driver of the database, which is there once the packages are. */
const loadFaults = async () => (await import('./faults/run-faults.mjs')).runFaults;

const [name = '', ...rest] = process.argv.slice(2);
chdir(projectRoot);

try {
  requireOwnOptions(name, rest);
  if (Object.hasOwn(commands, name)) {
    await commands[name]();
  } else if (Object.hasOwn(scripts, name)) {
    await ensureInstalled();
    if (needsSite.has(name)) await buildSite();
    exitLike(await runBun([scripts[name], ...rest]));
  } else {
    const known = [...Object.keys(commands), ...Object.keys(scripts)].join(', ');
    say(name ? `Unknown command '${name}'. Commands: ${known}` : `Commands: ${known}`);
    process.exit(2);
  }
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
