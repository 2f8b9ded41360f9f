import { userInfo } from 'node:os';
import { StartError } from './start-error.ts';

/** The way to encrypt that an address asks for; null where it says nothing. */
export type AskedSsl = false | 'allow' | 'prefer' | 'require' | 'verify-full' | null;

/** What an address of PostgreSQL says; nothing else is read from it. */
export interface PostgresAddress {
  /** Where it may be reached, in the order to try. */
  servers: readonly { host: string; port: number }[];
  /** The folder of a Unix socket; null for TCP. */
  socket: string | null;
  user: string;
  /** Empty where the role signs in by another way. */
  password: string;
  database: string;
  ssl: AskedSsl;
  /** The name of the parameter that `ssl` was read from; null where none says anything. */
  sslParameter: (typeof SSL_PARAMETERS)[number] | null;
  /** Parameters of the connection, by their names in PostgreSQL. */
  parameters: Record<string, string>;
}

/** The parameters that decide about encryption; the first one that is there counts. */
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

/** The hosts of an address, which are no URL where several have ports. They stand behind the last @, as in a URL. */
const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)/i;

/** Why an address cannot be read as it was meant, for whoever wrote it; null where it can. */
export function findAddressProblem(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'expected an address that starts with postgres://';
  // Several hosts with ports are no URL, nor is a user without a host, but both are addresses all the same.
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
 * Reads the address of a PostgreSQL server: `postgres://user:password@host:port/database?sslmode=require`, with several
 * hosts `host:port,host:port`. A folder as `?host=/folder&port=5432`, or encoded in the place of the host, is a Unix socket.
 * `sslmode` (or `ssl`) and `sslrootcert=system` decide about encryption, any other parameter is one of the connection.
 * Without a user it is that of PGUSER or the one that runs the process, without a password that of PGPASSWORD, without a
 * database the one named as the user. Throws StartError for a way to encrypt that is unknown, and for files of certificates.
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

/** The servers of an address, for a message. */
export const nameServers = ({ socket, servers }: PostgresAddress): string =>
  socket ?? servers.map(({ host, port }) => `${host}:${port}`).join(', ');
