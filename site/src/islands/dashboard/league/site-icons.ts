import { type MapStore, map } from 'nanostores';
import { FAVICON_TIMEOUT_MS, FAVICONS_BATCH } from '#contract/constants.ts';
import { FAVICON_PATH, toIconHost } from '#contract/favicons.ts';
import { type Clock, systemClock } from '#site/islands/shared/clock/clock.ts';
import { urlOf } from '#site/islands/shared/http/api.ts';

const FALLBACKS = new Map([
  ['VIDEO', 'video'],
  ['ARTICLE', 'article'],
  ['BLOG', 'blog'],
  ['EXTERNAL_LINK', 'link'],
]);

export function fallbackIcon(type: string): string {
  return `/icons/${FALLBACKS.get(type) ?? 'default'}.png`;
}

export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

type Icons = Record<string, string | null>;

export interface SiteIcons {
  /** Icon URL by domain; null for none, undefined while unknown. */
  readonly $icons: MapStore<Icons>;
  preload(urls: readonly string[]): void;
}

export function createSiteIcons(load: (address: string) => Promise<boolean>): SiteIcons {
  const $icons = map<Icons>({});
  const seen = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  async function work(): Promise<void> {
    running += 1;
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
      const address = urlOf({ path: FAVICON_PATH }, { host });
      $icons.setKey(host, (await load(address)) ? address : null);
    }
    running -= 1;
  }

  return {
    $icons,
    preload(urls) {
      for (const url of urls) {
        const host = toIconHost(url);
        if (host === null || seen.has(host)) continue;
        seen.add(host);
        waiting.push(host);
      }
      while (running < FAVICONS_BATCH && waiting.length > 0) void work();
    },
  };
}

/** Resolves to false on an error or after three seconds. */
export function loadPicture(
  address: string,
  picture: Pick<HTMLImageElement, 'src' | 'onload' | 'onerror'> = new Image(),
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isLoaded: boolean) => {
      stopWaiting();
      picture.onload = null;
      picture.onerror = null;
      resolve(isLoaded);
    };
    const stopWaiting = clock.after(FAVICON_TIMEOUT_MS, () => {
      settle(false);
      picture.src = '';
    });
    picture.onload = () => settle(true);
    picture.onerror = () => settle(false);
    picture.src = address;
  });
}

export const siteIcons = createSiteIcons((address) => loadPicture(address));
