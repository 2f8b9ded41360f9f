import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Finds the addresses of a name. Throws when there are none. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

const HOSTS_FILE = '/etc/hosts';
/** Asked a second time after one second; both together last as long as the fetch that waits for them. */
const RESOLVER = { timeout: 1000, tries: 2 };

/**
 * Resolves names by /etc/hosts, then by DNS over sockets of its own. `dns.lookup`, and `fetch`, call getaddrinfo on the
 * thread pool that also hashes passwords: names that nobody answers for would keep sign-in waiting. Without `servers`
 * ('10.0.0.53', '127.0.0.1:5353') those of the machine are asked; names are taken as full ones, no search list is added.
 */
export function createNameResolver(servers?: readonly string[]): ResolveName {
  let resolver: Resolver | null = null;

  return async (name) => {
    const local = await readHostsFile(name);
    if (local.length > 0) return local;
    resolver ??= openResolver(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [...toAddresses(four, 4), ...toAddresses(six, 6)];
    if (found.length > 0) return found;
    // The machine may have moved to another network: its servers are read anew next time.
    resolver = null;
    throw four.status === 'rejected' ? four.reason : new Error('The name has no address');
  };
}

/**
 * The look-up of a connection. With `isPublicOnly` it fails when one of the addresses is not public; the connection
 * goes to the very addresses looked at here, so that a name cannot change its mind in between.
 */
export function createLookup(resolve: ResolveName, isPublicOnly: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || (isPublicOnly && !addresses.every(({ address }) => isPublicAddress(address)))) {
          return callback(new Error('The name does not lead to a public address'), '', 0);
        }
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}

function openResolver(servers?: readonly string[]): Resolver {
  const resolver = new Resolver(RESOLVER);
  if (servers) resolver.setServers(servers);
  return resolver;
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

async function readHostsFile(name: string): Promise<LookupAddress[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name.toLowerCase()) ? { address, family: address.includes(':') ? 6 : 4 } : [];
  });
}
