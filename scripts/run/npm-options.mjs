import { toTyped } from './commands.mjs';

/**
 * Refuses a command whose option npm took for its own: it would do something else than was asked, such as remove what
 * was only to be listed. npm tells what it took by variables of the environment.
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
