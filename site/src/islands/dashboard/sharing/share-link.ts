import { handle, hashtag } from '#content/site.json';
import { shareSectionOnTwitter, shareWeekOnLinkedin } from '#contract/share.ts';
import { isHttpUrl } from '#contract/text.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { LeagueView, Place } from '../data/league-view.ts';
import { SHARE_POPUP, type SharePlatform, toShareAddress, toShareText, withPage } from './share.ts';

// The share window shows an empty page during this wait.
const TIMEOUT_MS = 4000;

/**
 * The API's share link for the section (X) or week (LinkedIn) (docs/product.md OPEN-21). Falls back to text about the
 * resource, as the API refuses incomplete ones.
 */
export async function findShareAddress(
  platform: SharePlatform,
  league: LeagueView,
  { week, section, resource }: Place,
  page: string,
): Promise<string> {
  const local = toShareAddress(platform, toShareText(resource.title, league.name, { handle, hashtag }), page);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    switch (platform) {
      case 'x':
        return toOutside(await callApi(shareSectionOnTwitter, { params: { id: section.id }, signal }), page);
      case 'linkedin':
        return toOutside(await callApi(shareWeekOnLinkedin, { params: { id: week.id }, signal }), page);
      default:
        return local;
    }
  } catch {
    return local;
  }
}

function toOutside({ shareUrl }: { shareUrl: string }, page: string): string {
  if (!isHttpUrl(shareUrl)) throw new Error('Not an address');
  return withPage(shareUrl, page);
}

type OpenWindow = (
  url: string,
  target: string,
  features: string,
) => Pick<Window, 'location' | 'opener'> | null;

/** Opens the window before the URL is known, because browsers allow it only during a click. False if blocked. */
export async function openShareWindow(
  address: Promise<string>,
  open: OpenWindow = (...how) => window.open(...how),
): Promise<boolean> {
  const popup = open('about:blank', '_blank', SHARE_POPUP);
  if (!popup) return false;
  popup.opener = null;
  popup.location.href = await address;
  return true;
}
