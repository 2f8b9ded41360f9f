import { isLoopbackHost } from './loopback.ts';
import { type AskedSsl, type PostgresAddress, readPostgresAddress } from './postgres-address.ts';

// `allowed` is plain to hosts in UNENCRYPTED_HOSTS; `plain` is refused.
type Protection = 'loopback' | 'encrypted' | 'allowed' | 'plain';

interface DatabaseEncryption {
  protection: Protection;
  isAllowed: boolean;
  /** False is plain; `prefer` and `allow` fall back to plain. */
  ssl: Exclude<AskedSsl, null>;
  address: PostgresAddress;
}

const FALLS_BACK: readonly AskedSsl[] = [false, 'allow', 'prefer'];

/**
 * Requires encryption outside this machine unless every host is in `unencryptedHosts`. The driver gets these values
 * instead of the address, so that both agree; throws StartError.
 */
export function decideDatabaseEncryption(
  url: string,
  unencryptedHosts: readonly string[],
): DatabaseEncryption {
  const address = readPostgresAddress(url);
  const hosts = address.socket ? [] : address.servers.map(({ host }) => host);
  const elsewhere = hosts.filter((host) => !isLoopbackHost(host));
  const isAllowed = elsewhere.every((host) => unencryptedHosts.includes(host.toLowerCase()));
  const ssl = address.ssl ?? (isAllowed ? false : 'verify-full');
  const toProtection = (): Protection => {
    if (elsewhere.length === 0) return 'loopback';
    if (!FALLS_BACK.includes(ssl)) return 'encrypted';
    return isAllowed ? 'allowed' : 'plain';
  };
  return { protection: toProtection(), isAllowed, ssl, address };
}

const UNCHECKED: readonly AskedSsl[] = ['allow', 'prefer', 'require'];

const ADDRESSES = ['DATABASE_URL', 'DATABASE_MIGRATION_URL'] as const;

export function findUncheckedCertificates(
  config: Partial<Record<(typeof ADDRESSES)[number], string>> & { UNENCRYPTED_HOSTS: readonly string[] },
): string[] {
  return ADDRESSES.flatMap((name) => {
    const found = config[name] ? decideDatabaseEncryption(config[name], config.UNENCRYPTED_HOSTS) : null;
    if (!found || found.protection === 'loopback') return [];
    if (found.ssl === false)
      return [`${name} is not encrypted, because UNENCRYPTED_HOSTS names its host: others may read it.`];
    if (!UNCHECKED.includes(found.ssl)) return [];
    return [
      `${name} asks for sslmode=${found.ssl}: another machine can pose as the database. Use verify-full.`,
    ];
  });
}

export function adviseWithoutTls(
  setting: string,
  { address: { sslParameter }, protection, isAllowed }: DatabaseEncryption,
): string {
  const silence = `take ${sslParameter} out of ${setting}`;
  const name = 'on a private network name the host in UNENCRYPTED_HOSTS';
  if (protection === 'loopback')
    return `Set ssl = on there, or ${silence}: the connection does not leave this machine.`;
  if (isAllowed) return `Set ssl = on there, or ${silence}: its host is named in UNENCRYPTED_HOSTS.`;
  return `Set ssl = on there, or ${name}${sslParameter ? ` and ${silence}` : ''}.`;
}

export interface MailEncryption {
  protection: Protection;
  host: string;
  requireTls: boolean;
}

const PLAIN_MAIL = [
  ['ignoreTLS', 'true'],
  ['opportunisticTLS', 'true'],
  ['requireTLS', 'false'],
] as const;

/** `smtp://` needs STARTTLS outside this machine unless its host is in `unencryptedHosts`. */
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
