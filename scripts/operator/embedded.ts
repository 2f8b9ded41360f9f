import { type Config, parseEnv } from '#api/platform/process/env.ts';
import { failStart, StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from './arguments.ts';

/** Throws StartError if the settings name a server. */
export function readEmbeddedConfig(): Config {
  const config = parseEnv(process.env);
  if (config.DATABASE_URL) {
    throw new StartError('DATABASE_URL is set: use pg_dump and pg_restore for a PostgreSQL server.');
  }
  return config;
}

/** Ends the process with the usage if there is none. */
export function readFileArgument(usage: string): string {
  const [file, ...more] = readArguments(usage, { allowPositionals: true }).positionals;
  return file && more.length === 0 ? file : failStart(new StartError(`Usage: ${usage}`));
}
