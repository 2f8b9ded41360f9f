/** @typedef {{ does: string, script?: string, options?: string[] }} Command */

/** @type {Record<string, Command>} */
export const COMMANDS = {
  start: { does: 'Builds the site and serves the product.' },
  dev: { does: 'Serves site and API with hot reload, on one address.' },
  build: { does: 'Builds the site into dist/.', options: ['force'] },
  test: { does: 'Checks everything: code, build, sizes, both databases, browser.' },
  check: { does: 'Checks format, lint, imports, unused code and types.' },
  size: { does: 'Weighs pages and counts lines of code against their limits.', script: 'scripts/size.ts' },
  bench: { does: 'Measures calls against the limits of docs/performance.md.', script: 'bench/run.ts' },
  lighthouse: { does: 'Opens every public page with Lighthouse.' },
  faults: { does: 'Injects faults into real servers: kill -9, lost database, full disk.' },
  demo: { does: 'Loads the demo accounts and leagues.', script: 'scripts/demo.ts' },
  'content:check': { does: 'Checks everything in content/.', script: 'scripts/content-check.ts' },
  ops: { does: 'Commands for operators: npm run ops -- --help lists them.' },
  proof: { does: 'Checks that are slower than npm test: npm run proof -- --help lists them.' },
};

const op = (name, does, options) => [name, { does, script: `scripts/ops/${name}.ts`, options }];

/**
 * For operators: `npm run ops -- <name>`; on an installed server `league <name>`.
 * @type {Record<string, Command>}
 */
export const OPS = Object.fromEntries([
  op('create-admin', 'Makes a Grand Pathfinder, or raises an account to one.', ['email', 'name', 'raise']),
  op('doctor', 'Looks at settings, database, disk, mail and backups.'),
  op('migrate', 'Brings the tables of the database up to date.'),
  op('roles', 'Prints or runs the SQL for the two roles of PostgreSQL.'),
  op('backup', 'Copies the embedded database into one file.'),
  op('restore', 'Brings the embedded database back from a copy.'),
  op('after-restore', 'Ends sessions and repeats what must not come back after pg_restore.', [
    'without-list',
  ]),
  op('verify', 'Counts every stored number again from the events.', ['repair']),
  op('audit', 'Checks the chain of the audit log.', ['head']),
  op('move', 'Copies the embedded database to PostgreSQL.'),
  op('import-earlier', 'Takes over the database of the earlier product.', [
    'dry-run',
    'report',
    'end-passwords',
  ]),
  op('league-files', 'Exports a league to files, or imports it from them.', [
    'apply',
    'accept-loss',
    'copy-into',
    'overwrite',
  ]),
  op('passkeys-reset', 'Removes the passkeys and recovery codes of an account.', ['email']),
  op('reseal-secrets', 'Seals stored secrets with the first key of SECRET_KEY.'),
  op('credential-keys', 'Makes and lists the keys that sign credentials.', ['rotate', 'remove']),
  op('demo-remove', 'Removes the demo accounts and what only they used.', ['dry-run']),
]);

/**
 * For developers: `npm run proof -- <name>`.
 * @type {Record<string, Command>}
 */
export const PROOF = {
  matrix: { does: 'Asks every call as every kind of caller, on both databases.' },
  guards: { does: 'Takes each access check out in turn; one that no test misses fails.' },
  limits: { does: 'Takes each limit on calls out in turn; one that no test misses fails.' },
  escapes: { does: 'Takes each escape out in turn; one that no test misses fails.' },
  hostile: {
    does: 'Sends generated calls, valid and hostile, to the whole contract.',
    options: ['calls', 'seed'],
  },
  deep: { does: 'Runs every unit test and every fault on both databases.' },
  vitals: {
    does: 'Times the first pages on a slow device and line.',
    script: 'bench/vitals.ts',
    options: ['only', 'requests'],
  },
  coverage: {
    does: 'Lists statements of the specification that no test names.',
    script: 'scripts/coverage-spec.ts',
    options: ['list'],
  },
};

const GROUPS = { ops: OPS, proof: PROOF };

/** Takes words such as ['ops', 'backup', 'file']; returns null for an unknown command. */
export function findCommand([name = '', ...rest]) {
  const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : null;
  if (!group) return Object.hasOwn(COMMANDS, name) ? { ...COMMANDS[name], name, rest } : null;
  const [own = '', ...others] = rest;
  return Object.hasOwn(group, own) ? { ...group[own], name: `${name} ${own}`, rest: others } : null;
}

export function toTyped(name) {
  if (name === 'start' || name === 'test') return `npm ${name}`;
  const [group, own] = name.split(' ');
  return own ? `npm run ${group} -- ${own}` : `npm run ${name}`;
}

export function toHelp(words) {
  const found = findCommand(words);
  if (found && !Object.hasOwn(GROUPS, found.name)) {
    const options = (found.options ?? []).map((option) => ` --${option}`).join('');
    return `${toTyped(found.name)}: ${found.does}${options ? `\nOptions:${options}` : ''}`;
  }
  const group = Object.hasOwn(GROUPS, words[0] ?? '') ? words[0] : null;
  return group ? toLines(GROUPS[group], `${group} `) : toLines(COMMANDS, '');
}

function toLines(commands, prefix) {
  const width = Math.max(...Object.keys(commands).map((name) => toTyped(prefix + name).length));
  return Object.entries(commands)
    .map(([name, { does }]) => `${toTyped(prefix + name).padEnd(width)}  ${does}`)
    .join('\n');
}

/**
 * Throws if npm consumed an option of the command, such as --dry-run, which would run something else. npm passes
 * consumed options as environment variables.
 */
export function requireOwnOptions({ name, options = [], rest }, env = process.env) {
  for (const option of options) {
    const flag = `--${option}`;
    const isTaken = env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined;
    if (!isTaken || rest.some((arg) => arg === flag || arg.startsWith(`${flag}=`))) continue;
    const given = name.includes(' ') ? toTyped(name) : `${toTyped(name)} --`;
    throw new Error(`npm took ${flag} for itself; nothing was done. Write -- before it: ${given} ${flag}`);
  }
}
