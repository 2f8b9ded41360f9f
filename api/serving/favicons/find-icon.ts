import { FAVICON_TIMEOUT_MS } from '#contract/constants.ts';
import { fetchOutside, type ResolveName } from '../../platform/http/outgoing.ts';
import { toImageType } from './image-type.ts';

export const ICON_MAX_BYTES = 64 * 1024;

interface Options {
  isTrusted: boolean;
  timeoutMs?: number;
  resolve?: ResolveName;
}

/** Returns null when the reply is not an image; throws like `fetchOutside`. */
export async function fetchImage(
  address: string,
  { timeoutMs = FAVICON_TIMEOUT_MS, ...options }: Options,
): Promise<Uint8Array | null> {
  const headers = { accept: 'image/png,image/x-icon,image/*;q=0.8' };
  const limits = { timeoutMs, maxBytes: ICON_MAX_BYTES, redirectsMax: 3 };
  const { bytes } = await fetchOutside(address, { ...options, ...limits, headers });
  return bytes && toImageType(bytes) ? bytes : null;
}

/** `none`: a source answered without an icon; `unreachable`: no source answered. */
export type Finding = { kind: 'icon'; bytes: Uint8Array } | { kind: 'none' | 'unreachable' };

const isOnSite = (source: string) => /^https?:\/\/[^/?#]*\{host\}/.test(source);

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
      // Try the next source; missing icons are not logged.
    }
  }
  return { kind: wasAnswered ? 'none' : 'unreachable' };
}
