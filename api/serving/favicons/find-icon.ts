import { FAVICON_TIMEOUT_MS } from '#contract/constants.ts';
import { fetchOutside, type ResolveName } from '../../platform/http/outgoing.ts';

/** Excludes SVG, which could carry scripts. */
type ImageType = 'image/png' | 'image/x-icon' | 'image/gif' | 'image/jpeg' | 'image/webp';

const STARTS: readonly (readonly [ImageType, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/x-icon', [0x00, 0x00, 0x01, 0x00]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

export function toImageType(bytes: Uint8Array): ImageType | null {
  const isAt = (signs: readonly number[], offset = 0) =>
    signs.every((sign, index) => bytes[offset + index] === sign);
  if (isAt(RIFF) && isAt(WEBP, 8)) return 'image/webp';
  return STARTS.find(([, signs]) => isAt(signs))?.[0] ?? null;
}

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
