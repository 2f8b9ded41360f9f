import { handle, hashtag } from '#content/site.json';
import { shareAchievement, shareBadgeOnLinkedin, shareBadgeOnTwitter } from '#contract/share.ts';
import { isHttpUrl } from '#contract/text.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { leaguePath } from '../routing/router.ts';
import { type SharePlatform, toShareAddress, withPage } from '../sharing/share.ts';
import { type Award, certificatePath } from './awards.ts';

// The share window shows an empty page during this wait.
const TIMEOUT_MS = 4000;

/** Must match the text that the API writes. */
export function toAwardText({ kind, title, league, badgeId }: Award): string {
  const deed = badgeId
    ? `Just earned the badge "${title}" in ${league}`
    : kind === 'specialization'
      ? `Just completed the specialization "${title}"`
      : `Just completed the league "${title}"`;
  return `${deed} ${handle} #Learning #Progress ${hashtag}`;
}

export function toAwardPage({ certificate, leagueId }: Award, origin: string): string {
  if (certificate && !certificate.isRevoked) return `${origin}${certificatePath(certificate.code)}`;
  return leagueId ? `${origin}${leaguePath(leagueId)}` : origin;
}

/** The API's share link (docs/api.md 1.17), else a share dialog URL built here. */
export async function findAwardAddress(
  platform: SharePlatform,
  award: Award,
  origin: string,
): Promise<string> {
  const page = toAwardPage(award, origin);
  const local = toShareAddress(platform, toAwardText(award), page);
  if (platform !== 'x' && platform !== 'linkedin') return local;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { shareUrl } = await ask(platform, award, signal);
    return isHttpUrl(shareUrl) ? withPage(shareUrl, page) : local;
  } catch {
    return local;
  }
}

function ask(platform: 'x' | 'linkedin', { badgeId, specializationId }: Award, signal: AbortSignal) {
  if (badgeId) {
    const call = platform === 'x' ? shareBadgeOnTwitter : shareBadgeOnLinkedin;
    return callApi(call, { params: { id: badgeId }, signal });
  }
  if (!specializationId) throw new Error('Nothing that the API shares');
  const path = platform === 'x' ? 'twitter' : 'linkedin';
  const params = { platform: path, type: 'specialization', id: specializationId };
  return callApi(shareAchievement, { params, signal });
}
