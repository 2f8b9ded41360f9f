import { userInfo } from 'node:os';
import { StartError } from './start-error.ts';

export type AskedSsl = false | 'allow' | 'prefer' | 'require' | 'verify-full' | null;

export interface PostgresAddress {
  servers: readonly { host: string; port: number }[];
  /** Folder of a Unix socket; null for TCP. */
  socket: string | null;
  user: string;
  /** Empty for sign-in without a password. */
  password: string;
  database: string;
  ssl: AskedSsl;
  sslParameter: (typeof SSL_PARAMETERS)[number] | null;
  parameters: Record<string, string>;
}

const SSL_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert'] as const;

const SSL_MODES: Record<string, AskedSsl> = {
  disable: false,
  false: false,
  allow: 'allow',
  prefer: 'prefer',
  require: 'require',
  true: 'require',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
};

// Several hosts with ports are not a valid URL. They follow the last @.
const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)/i;

export function findAddressProblem(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'expected an address that starts with postgres://';
  // Several hosts with ports, or a user without a host, are valid addresses that URL rejects.
  const single = url
    .replace(/(@|\/\/)[^@/?]*,[^@/?]*/, '$1several')
    .replace(/^(\w+:\/\/[^/?]*@)(?=[/?])/, '$1socket');
  if (!URL.canParse(single)) return ADDRESS_EXPECTED;
  try {
    readPostgresAddress(url);
    return null;
  } catch (error) {
    return error instanceof StartError ? error.message : ADDRESS_EXPECTED;
  }
}

const ADDRESS_EXPECTED =
  'expected an address such as postgres://user:password@host:5432/name; in a user or password, # % / ? and @ are ' +
  'written %23 %25 %2F %3F and %40';

/**
 * Reads `postgres://user:password@host:port/database?sslmode=require`, several hosts, or a Unix socket
 * (`?host=/folder&port=5432`); PGUSER and PGPASSWORD fill gaps. Throws StartError.
 */
export function readPostgresAddress(url: string): PostgresAddress {
  const hosts = HOSTS.exec(url)?.[2]?.split(',') ?? [];
  const { username, password, pathname, searchParams } = new URL(url.replace(HOSTS, '$1several'));
  const {
    sslmode,
    ssl = sslmode,
    sslrootcert,
    sslcert,
    sslkey,
    host: folder,
    port,
    ...parameters
  } = Object.fromEntries(searchParams);
  for (const [name, value] of Object.entries({ sslrootcert, sslcert, sslkey })) {
    if (value && value !== 'system') {
      throw new StartError(
        `the address of PostgreSQL asks for ${name}=${value}, and no file is read; take sslmode=verify-full and name ` +
          'certificates of your own in NODE_EXTRA_CA_CERTS',
      );
    }
  }
  const servers = hosts.map((text) => toServer(text, port));
  const user = decodeURIComponent(username) || process.env.PGUSER || userInfo().username;
  return {
    servers,
    socket: [servers[0]?.host, folder].find((place) => place?.startsWith('/')) ?? null,
    user,
    password: decodeURIComponent(password) || process.env.PGPASSWORD || '',
    database: decodeURIComponent(pathname.slice(1)) || user,
    ssl: toAskedSsl(ssl ?? (sslrootcert && 'verify-full')),
    sslParameter: SSL_PARAMETERS.find((name) => searchParams.has(name)) ?? null,
    parameters,
  };
}

function toServer(text: string, asked = ''): { host: string; port: number } {
  const [, host = '', port = asked] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  const named = decodeURIComponent(host).replace(/^\[(.*)\]$/, '$1');
  return { host: named || 'localhost', port: Number(port) || 5432 };
}

function toAskedSsl(mode: string | undefined): AskedSsl {
  if (mode === undefined) return null;
  const asked = SSL_MODES[mode];
  if (asked === undefined)
    throw new StartError(
      `the address of PostgreSQL asks for sslmode=${mode}, which is unknown; take verify-full, require or disable`,
    );
  return asked;
}

export const nameServers = ({ socket, servers }: PostgresAddress): string =>
  socket ?? servers.map(({ host, port }) => `${host}:${port}`).join(', ');
