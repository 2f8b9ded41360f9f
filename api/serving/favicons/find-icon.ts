import { FAVICON_TIMEOUT_MS } from '#contract/constants.ts';
import { fetchOutside, type ResolveName } from '../../platform/http/outgoing.ts';
import { toImageType } from './image-type.ts';

/** Larger answers are not read to their end. */
export const ICON_MAX_BYTES = 64 * 1024;

interface Options {
  /** The operator named this very origin. */
  isTrusted: boolean;
  timeoutMs?: number;
  resolve?: ResolveName;
}

/** Fetches a picture within one time limit (FAVICON-02). Null when something else was answered; throws as `fetchOutside`. */
export async function fetchImage(
  address: string,
  { timeoutMs = FAVICON_TIMEOUT_MS, ...options }: Options,
): Promise<Uint8Array | null> {
  const headers = { accept: 'image/png,image/x-icon,image/*;q=0.8' };
  const limits = { timeoutMs, maxBytes: ICON_MAX_BYTES, redirectsMax: 3 };
  const { bytes } = await fetchOutside(address, { ...options, ...limits, headers });
  return bytes && toImageType(bytes) ? bytes : null;
}

/** `icon`: the picture; `none`: at least one source answered, none had one; `unreachable`: nobody answered. */
export type Finding = { kind: 'icon'; bytes: Uint8Array } | { kind: 'none' | 'unreachable' };

/** True for a source on the site itself, not on a service of the operator. */
const isOnSite = (source: string) => /^https?:\/\/[^/?#]*\{host\}/.test(source);

/**
 * Asks the sources one after the other until one has the icon, three seconds each (FAVICON-01, FAVICON-02). `{host}`
 * stands for the site.
 */
export async function findIcon(
  host: string,
  sources: readonly string[],
  fetchFrom: typeof fetchImage = fetchImage,
): Promise<Finding> {
  let wasAnswered = sources.length === 0;
  for (const source of sources) {
    try {
      const bytes = await fetchFrom(source.replaceAll('{host}', host), { isTrusted: !isOnSite(source) });
      if (bytes) return { kind: 'icon', bytes };
      wasAnswered = true;
    } catch {
      // The next source may answer; a site without an icon is not logged.
    }
  }
  return { kind: wasAnswered ? 'none' : 'unreachable' };
}
