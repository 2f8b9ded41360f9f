import { isIP } from 'node:net';
import { isLoopbackHost } from './loopback.ts';
import { decideStart, type StartSettings } from './start-rules.ts';

/** The site as passkeys know it (WebAuthn: relying party). */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  id: string;
  /** Whether a page of this origin is the site. */
  isOrigin(origin: string): boolean;
}

/**
 * The relying party of the settings: the host of the site's address, whatever the API's own. Null where there can be no
 * passkeys: an address without https, a bare IP address, or an address that nobody told. On a machine of one's own any
 * port of localhost will do.
 */
export function readRelyingParty(config: StartSettings): RelyingParty | null {
  const address = config.VISITOR_ORIGIN ?? config.PUBLIC_SITE_URL;
  if (!address) return decideStart(config).exposedBy.length === 0 ? LOCALHOST : null;
  const site = new URL(address);
  if (isLoopbackHost(site.hostname)) return LOCALHOST;
  if (site.protocol !== 'https:' || isIP(site.hostname.replace(/[[\]]/g, '')) !== 0) return null;
  return { id: site.hostname, isOrigin: (origin) => origin === site.origin };
}

const LOCALHOST: RelyingParty = {
  id: 'localhost',
  isOrigin: (origin) => /^https?:\/\/localhost(:\d{1,5})?$/.test(origin),
};
