import { fetchImage } from './fetch-image.ts';

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
