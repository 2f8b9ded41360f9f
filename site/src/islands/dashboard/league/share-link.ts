import site from '#content/site.json';
import { shareSectionOnTwitter, shareWeekOnLinkedin } from '#contract/share.ts';
import { isHttpUrl } from '#contract/shared.ts';
import { callApi } from '#site/islands/shared/api.ts';
import { isAllCompleted, type LeagueView, type Place, resourcesOf } from './league-view.ts';
import { SHARE_POPUP, type SharePlatform, toShareAddress, toShareText } from './share.ts';

/**
 * Where a share leads: the API's own link where the whole section (X) or week (LinkedIn) is done, which is what those
 * links are about, else the words about the one resource (OPEN-21). A failed call falls back to those words (SHARE-03).
 */
export async function findShareAddress(
  platform: SharePlatform,
  league: LeagueView,
  { week, section, resource }: Place,
  page: string,
): Promise<string> {
  const local = toShareAddress(platform, toShareText(resource.title, league.name, site), page);
  try {
    if (platform === 'x' && isAllCompleted(section.resources)) {
      return toOutside(await callApi(shareSectionOnTwitter, { params: { id: section.id } }), local);
    }
    if (platform === 'linkedin' && isAllCompleted(resourcesOf(week))) {
      return toOutside(await callApi(shareWeekOnLinkedin, { params: { id: week.id } }), local);
    }
    return local;
  } catch {
    return local;
  }
}

function toOutside({ shareUrl }: { shareUrl: string }, fallback: string): string {
  return isHttpUrl(shareUrl) ? shareUrl : fallback;
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
