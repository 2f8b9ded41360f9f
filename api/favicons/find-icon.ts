import { FAVICON_TIMEOUT_MS } from '#contract/constants.ts';
import { fetchOutside, type ResolveName } from '../http/outgoing.ts';
import { toImageType } from './image-type.ts';

/** An icon is small; whatever is larger is not read to its end. */
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

/** True for a source on the site itself rather than on a service that the operator chose. */
const isOnSite = (source: string) => /^https?:\/\/[^/?#]*\{host\}/.test(source);

/**
 * Asks the sources for a site's icon, one after the other, until one has it (FAVICON-01). Each has three seconds
 * (FAVICON-02). `{host}` in a source stands for the site.
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
      // The next source may answer; a site without an icon is nothing to log.
    }
  }
  return { kind: wasAnswered ? 'none' : 'unreachable' };
}
