/** The options of each command. `npm run demo:remove --dry-run`, without the `--` between, gives them to npm instead. */
export const OPTIONS = {
  start: ['workers'],
  'create-admin': ['email', 'name', 'raise'],
  'passkeys:reset': ['email'],
  'import:earlier': ['dry-run', 'report', 'end-passwords'],
  'league-files': ['apply', 'accept-loss', 'copy-into', 'overwrite'],
  demo: ['size'],
  'demo:remove': ['dry-run'],
  'db:verify': ['repair'],
  'audit:verify': ['head'],
  'db:after-restore': ['without-list'],
};

/**
 * Refuses a command whose option npm took for its own: it would do something else than was asked, such as remove what
 * was only to be listed. npm tells what it took by variables of the environment.
 */
export function requireOwnOptions(name, args, env = process.env) {
  for (const option of OPTIONS[name] ?? []) {
    const flag = `--${option}`;
    const isTaken = env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined;
    if (!isTaken || args.some((arg) => arg === flag || arg.startsWith(`${flag}=`))) continue;
    const command = name === 'start' ? 'npm start' : `npm run ${name}`;
    throw new Error(
      `npm took ${flag} for itself; nothing was done. Write -- before it: ${command} -- ${flag}`,
    );
  }
}
