import type { SharePlatform } from '#contract/share.ts';
import type { Config } from '../process/env.ts';
import { product } from '../process/product.ts';

export function toShareText(deed: string): string {
  return `${deed} ${product.handle} #Learning #Progress ${product.hashtag}`;
}

export function toShareUrl(platform: SharePlatform, text: string, origin: string): string {
  return platform === 'twitter'
    ? `https://twitter.com/intent/tweet?text=${encodeURIComponent(text)}`
    : `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(origin)}&summary=${encodeURIComponent(text)}`;
}

export type SiteAddress = Pick<Config, 'PUBLIC_SITE_URL' | 'PUBLIC_API_URL' | 'PORT'>;

export function toSiteOrigin({ PUBLIC_SITE_URL, PORT }: Pick<Config, 'PUBLIC_SITE_URL' | 'PORT'>): string {
  return PUBLIC_SITE_URL ? PUBLIC_SITE_URL.replace(/\/+$/, '') : `http://localhost:${PORT}`;
}

export function toApiOrigin(config: SiteAddress): string {
  return config.PUBLIC_API_URL?.replace(/\/+$/, '') ?? toSiteOrigin(config);
}
