import { type ParseArgsConfig, parseArgs } from 'node:util';
import { failStart, StartError } from '#api/platform/process/start-error.ts';

/** Ends the process with the usage for a wrong option, before the database is touched. */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const [what = ''] = error instanceof Error ? error.message.split('. ') : [];
    return failStart(new StartError(`${what}. Usage: ${usage}`));
  }
}
