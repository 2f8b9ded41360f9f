import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { toIconHost } from '#contract/favicons.ts';
import { isPublicAddress } from './public-address.ts';

export type ResolveName = (name: string) => Promise<LookupAddress[]>;

const HOSTS_FILE = '/etc/hosts';
const RESOLVER = { timeout: 1000, tries: 2 };

/**
 * Resolves by /etc/hosts, then by DNS on its own sockets: getaddrinfo shares its threads with password hashing, so it
 * would delay sign-ins.
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
    // The machine may have changed its network.
    resolver = null;
    throw four.status === 'rejected' ? four.reason : new Error('The name has no address');
  };
}

const resolveByMachine = createNameResolver();

interface OutgoingRequest {
  /** For an origin chosen by the operator, which may be private. Other addresses must be public and https. */
  isTrusted: boolean;
  timeoutMs: number;
  maxBytes: number;
  redirectsMax?: number;
  headers?: Record<string, string>;
  resolve?: ResolveName | undefined;
}

/**
 * Sends every HTTP request that leaves the API (docs/security.md P30). `bytes` is null for a status other than 200 or a
 * too long body; throws without an answer or for a private address.
 */
export async function fetchOutside(
  address: string,
  { isTrusted, timeoutMs, maxBytes, redirectsMax = 0, headers, resolve = resolveByMachine }: OutgoingRequest,
): Promise<{ status: number; bytes: Uint8Array | null }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const trusted = isTrusted ? new URL(address).origin : null;
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    const isPublicOnly = url.origin !== trusted;
    if (isPublicOnly && (url.protocol !== 'https:' || toIconHost(url.href) === null)) {
      throw new Error('Not a public https address');
    }
    const response = await open(url, { headers, lookup: createLookup(resolve, isPublicOnly), signal });
    const { statusCode: status = 0 } = response;
    if (status === 200) return { status, bytes: await readBytes(response, maxBytes) };
    response.destroy();
    const { location } = response.headers;
    const isRedirect = status >= 300 && status < 400 && location && redirects < redirectsMax;
    if (!isRedirect || !URL.canParse(location, url)) return { status, bytes: null };
    url = new URL(location, url);
  }
}

function open(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  // Without keep-alive every request resolves and checks the name again.
  const headers = { ...options.headers, 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const sent = request(url, { ...options, agent: false, headers });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end();
  });
}

async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) return null;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

// The connection uses exactly the addresses checked here, so DNS cannot change in between.
function createLookup(resolve: ResolveName, isPublicOnly: boolean): LookupFunction {
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
