/** Where a site's icon is served: an image, or 204 where there is none; never the envelope of a success. */
export const FAVICON_PATH = '/favicons/:host';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Endings that name no site on the internet: numbers, and the names of RFC 6761, RFC 8375 and their kin. */
const INSIDE = /^(?:local|localhost|internal|intranet|lan|home|corp|arpa|test|example|invalid|onion|\d+)$/;

/**
 * The name of the site an address is on, lower-case; null where no icon can be asked for: an address that cannot be
 * read, is not http(s), names a port or a number instead of a site, or cannot be on the internet (docs/security.md P30).
 */
export function toIconHost(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if ((protocol !== 'http:' && protocol !== 'https:') || port !== '' || hostname.length > 253) return null;
  const labels = hostname.split('.');
  const ending = labels.at(-1) ?? '';
  if (labels.length < 2 || INSIDE.test(ending)) return null;
  return labels.every((label) => LABEL.test(label)) ? hostname : null;
}
