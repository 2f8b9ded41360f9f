import { type Config, parseEnv } from '#api/process/env.ts';
import { StartError } from '#api/process/start-error.ts';

/** The settings, when they name the embedded database. Throws StartError when they name a server. */
export function readEmbeddedConfig(): Config {
  const config = parseEnv(process.env);
  if (config.DATABASE_URL) {
    throw new StartError('DATABASE_URL is set: use pg_dump and pg_restore for a PostgreSQL server.');
  }
  return config;
}

/** The one file name the command was given. Throws StartError with the usage. */
export function readFileArgument(usage: string): string {
  const [file, ...more] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (!file || more.length > 0) throw new StartError(`Usage: ${usage}`);
  return file;
}
