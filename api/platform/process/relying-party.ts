import { isIP } from 'node:net';
import { isLoopbackHost } from './loopback.ts';
import { decideStart, type StartSettings } from './start-rules.ts';

export interface RelyingParty {
  id: string;
  isOrigin(origin: string): boolean;
}

/** Null without https, for a bare IP address or without a setting. Local sites accept any port of localhost. */
export function readRelyingParty(config: StartSettings): RelyingParty | null {
  const address = config.VISITOR_ORIGIN ?? config.PUBLIC_SITE_URL;
  if (!address) return decideStart(config).exposingSettings.length === 0 ? LOCALHOST : null;
  const site = new URL(address);
  if (isLoopbackHost(site.hostname)) return LOCALHOST;
  if (site.protocol !== 'https:' || isIP(site.hostname.replace(/[[\]]/g, '')) !== 0) return null;
  return { id: site.hostname, isOrigin: (origin) => origin === site.origin };
}

const LOCALHOST: RelyingParty = {
  id: 'localhost',
  isOrigin: (origin) => /^https?:\/\/localhost(:\d{1,5})?$/.test(origin),
};
