/** Serves an image, or 204 when the site has no icon. */
export const FAVICON_PATH = '/favicons/:host';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// Top-level names that are never on the internet (RFC 6761, RFC 8375 and similar).
const INSIDE = /^(?:local|localhost|internal|intranet|lan|home|corp|arpa|test|example|invalid|onion|\d+)$/;

/**
 * Returns the lower-case host of a public http(s) address. Null for ports, IP addresses and internal names
 * (docs/security.md P30).
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
