import postgres from 'postgres';
import { isLoopbackHost } from './loopback.ts';

/**
 * How a connection to another program is kept from being read on its way.
 * - loopback: it does not leave this machine.
 * - encrypted: nothing is sent before TLS stands.
 * - allowed: it may be plain, because UNENCRYPTED_HOSTS names every host that is not this machine.
 * - plain: it could be read, so it is not opened.
 */
type Protection = 'loopback' | 'encrypted' | 'allowed' | 'plain';

/** What the driver is told: false is plain, `prefer` and `allow` fall back to plain. */
type Ssl = false | 'allow' | 'prefer' | 'require' | 'verify-full';

interface DatabaseEncryption {
  protection: Protection;
  ssl: Ssl;
  /** The hosts that are not this machine. */
  hosts: string[];
  /** Every server the address names, as the driver reads it, and the name of the database. */
  servers: { name: string; port: number }[];
  database: string;
}

const FALLS_BACK: readonly Ssl[] = [false, 'allow', 'prefer'];

/**
 * Decides whether a connection to PostgreSQL is encrypted. Elsewhere than on this machine it is, by `sslmode=require`
 * (the default there) or `verify-full`, unless each host is named. The driver's own reading of the address counts, so
 * that nothing in it (several hosts, a socket, PGHOST) is understood in two ways.
 */
export function decideDatabaseEncryption(
  url: string,
  unencryptedHosts: readonly string[],
): DatabaseEncryption {
  const { host, port, path, database, ssl } = postgres(url).options;
  const servers = host.map((name, index) => ({ name, port: port[index] ?? 5432 }));
  const hosts = path ? [] : host.filter((name) => !isLoopbackHost(name));
  const isAllowed = hosts.every((name) => unencryptedHosts.includes(name.toLowerCase()));
  const mode = isSslAsked(url) ? toSsl(ssl) : isAllowed ? false : 'require';
  const toProtection = (): Protection => {
    if (hosts.length === 0) return 'loopback';
    if (!FALLS_BACK.includes(mode)) return 'encrypted';
    return isAllowed ? 'allowed' : 'plain';
  };
  return { protection: toProtection(), ssl: mode, hosts, servers, database };
}

/** The driver makes no difference between `sslmode=disable` and no word about it. */
function isSslAsked(url: string): boolean {
  return /[?&]ssl(mode|rootcert)?=/.test(url) || Boolean(process.env.PGSSL);
}

function toSsl(value: unknown): Ssl {
  if (value === 'require' || value === 'prefer' || value === 'allow') return value;
  // `verify-ca`, `true` and certificates of the system: the driver checks the whole certificate.
  return value ? 'verify-full' : false;
}

export interface MailEncryption {
  protection: Protection;
  host: string;
  /** True where a server that does not offer STARTTLS gets nothing. */
  requireTls: boolean;
}

/** Parameters of a mail address that say 'without encryption'. */
const PLAIN_MAIL = [
  ['ignoreTLS', 'true'],
  ['opportunisticTLS', 'true'],
  ['requireTLS', 'false'],
] as const;

/**
 * Decides whether mail is handed over encrypted: `smtps://` is from the first byte, `smtp://` by STARTTLS, which a
 * server elsewhere than on this machine must offer unless its host is named.
 */
export function decideMailEncryption(url: string, unencryptedHosts: readonly string[]): MailEncryption {
  const { protocol, hostname, searchParams } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isLoopbackHost(host)) return { protection: 'loopback', host, requireTls: false };
  if (protocol === 'smtps:') return { protection: 'encrypted', host, requireTls: false };
  if (unencryptedHosts.includes(host.toLowerCase()))
    return { protection: 'allowed', host, requireTls: false };
  const isPlain = PLAIN_MAIL.some(([name, value]) => searchParams.get(name) === value);
  return { protection: isPlain ? 'plain' : 'encrypted', host, requireTls: true };
}
