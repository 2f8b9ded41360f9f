import { type Config, parseEnv } from '#api/process/env.ts';
import { failStart, StartError } from '#api/process/start-error.ts';
import { readArguments } from './arguments.ts';

/** The settings, when they name the embedded database. Throws StartError when they name a server. */
export function readEmbeddedConfig(): Config {
  const config = parseEnv(process.env);
  if (config.DATABASE_URL) {
    throw new StartError('DATABASE_URL is set: use pg_dump and pg_restore for a PostgreSQL server.');
  }
  return config;
}

/** The one file name the command was given; without it the process ends with the usage. */
export function readFileArgument(usage: string): string {
  const [file, ...more] = readArguments(usage, { allowPositionals: true }).positionals;
  return file && more.length === 0 ? file : failStart(new StartError(`Usage: ${usage}`));
}
