import { type Config, parseEnv } from '#api/platform/process/env.ts';
import { failStart, StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from './arguments.ts';

export function readEmbeddedConfig(): Config {
  const config = parseEnv(process.env);
  if (config.DATABASE_URL) {
    throw new StartError('DATABASE_URL is set: use pg_dump and pg_restore for a PostgreSQL server.');
  }
  return config;
}

export function readFileArgument(usage: string): string {
  const [file, ...more] = readArguments(usage, { allowPositionals: true }).positionals;
  return file && more.length === 0 ? file : failStart(new StartError(`Usage: ${usage}`));
}
