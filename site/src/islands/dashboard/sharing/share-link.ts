import { handle, hashtag } from '#content/site.json';
import { shareSectionOnTwitter, shareWeekOnLinkedin } from '#contract/share.ts';
import { isHttpUrl } from '#contract/text.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { LeagueView, Place } from '../data/league-view.ts';
import { SHARE_POPUP, type SharePlatform, toShareAddress, toShareText, withPage } from './share.ts';

/** The share window waits on an empty page meanwhile. */
const PATIENCE_MS = 4000;

/**
 * Where a share leads: the API's own link for the section (X) or the week (LinkedIn) of the row (SHARE-01,
 * docs/product.md OPEN-21). It refuses while those are not complete; then, as after any failure, the words about the
 * one resource are shared (SHARE-03). WhatsApp and Facebook have no call.
 */
export async function findShareAddress(
  platform: SharePlatform,
  league: LeagueView,
  { week, section, resource }: Place,
  page: string,
): Promise<string> {
  const local = toShareAddress(platform, toShareText(resource.title, league.name, { handle, hashtag }), page);
  const signal = AbortSignal.timeout(PATIENCE_MS);
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

/** Throws for an address that is none. */
function toOutside({ shareUrl }: { shareUrl: string }, page: string): string {
  if (!isHttpUrl(shareUrl)) throw new Error('Not an address');
  return withPage(shareUrl, page);
}

type OpenWindow = (
  url: string,
  target: string,
  features: string,
) => Pick<Window, 'location' | 'opener'> | null;

/**
 * Opens the share window at once, because a browser only lets a click open one, and leads it on when the address is
 * known (SHARE-01, 02). False when the browser refused the window.
 */
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
