import { SHARE_POPUP_HEIGHT_PX, SHARE_POPUP_WIDTH_PX } from '#contract/constants.ts';
import { announce, warn } from '#site/islands/shared/toast/toast.ts';

export type SharePlatform = 'x' | 'linkedin' | 'whatsapp' | 'facebook';

export const SHARE_PLATFORMS: readonly { platform: SharePlatform; label: string }[] = [
  { platform: 'x', label: 'Share on X' },
  { platform: 'linkedin', label: 'Share on LinkedIn' },
  { platform: 'whatsapp', label: 'Share on WhatsApp' },
  { platform: 'facebook', label: 'Share on Facebook' },
];

interface Product {
  handle: string;
  hashtag: string;
}

export function toShareText(title: string, league: string, { handle, hashtag }: Product): string {
  return `Just completed "${title}" in ${league} ${handle} #Learning #Progress ${hashtag}`;
}

/** URL of a platform's share dialog; `page` is the public URL to share. */
export function toShareAddress(platform: SharePlatform, text: string, page: string): string {
  switch (platform) {
    case 'x':
      return `https://x.com/intent/post?${new URLSearchParams({ text, url: page })}`;
    case 'whatsapp':
      return `https://wa.me/?${new URLSearchParams({ text: `${text} ${page}` })}`;
    case 'linkedin':
      return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: page, summary: text })}`;
    case 'facebook':
      return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: page, quote: text })}`;
  }
}

/** Adds the page to share, which the API's link lacks. */
export function withPage(shareUrl: string, page: string): string {
  const address = new URL(shareUrl);
  address.searchParams.set('url', page);
  return address.href;
}

export const SHARE_POPUP = `popup,width=${SHARE_POPUP_WIDTH_PX},height=${SHARE_POPUP_HEIGHT_PX}`;

/** Says in a message whether the browser took the text. */
export async function copyText(
  text: string,
  success = 'Copied to clipboard!',
  clipboard: Pick<Clipboard, 'writeText'> = navigator.clipboard,
): Promise<void> {
  try {
    // Throws too where the browser has no clipboard, as on a page without HTTPS.
    await clipboard.writeText(text);
    announce(success);
  } catch {
    warn('Failed to copy to clipboard');
  }
}
