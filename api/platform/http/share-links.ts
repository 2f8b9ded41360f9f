import type { SharePlatform } from '#contract/share.ts';
import type { Config } from '../process/env.ts';
import { product } from '../process/product.ts';

/** The words of a share: what was done, then the product's handle and hashtags (SHARE-05). */
export function toShareText(deed: string): string {
  return `${deed} ${product.handle} #Learning #Progress ${product.hashtag}`;
}

/** The share dialog of a platform, filled in (docs/api.md 1.17). `origin` is the public address of the site. */
export function toShareUrl(platform: SharePlatform, text: string, origin: string): string {
  return platform === 'twitter'
    ? `https://twitter.com/intent/tweet?text=${encodeURIComponent(text)}`
    : `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(origin)}&summary=${encodeURIComponent(text)}`;
}

/** Where visitors find the site: PUBLIC_SITE_URL, else this process. */
export function toSiteOrigin({ PUBLIC_SITE_URL, PORT }: Pick<Config, 'PUBLIC_SITE_URL' | 'PORT'>): string {
  return PUBLIC_SITE_URL ? PUBLIC_SITE_URL.replace(/\/+$/, '') : `http://localhost:${PORT}`;
}
