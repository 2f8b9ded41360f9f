import { BADGE_PICTURE_PATH } from '#contract/badges.ts';
import { urlOf } from './api.ts';

const [BEFORE_ID = ''] = BADGE_PICTURE_PATH.split(':');

/**
 * Maps an uploaded picture to our own API. Null for other hosts, which the CSP blocks and which would see the visit.
 */
export function toOwnPicture(imageUrl: string | null): string | null {
  if (imageUrl === null || !URL.canParse(imageUrl)) return null;
  const { origin, pathname } = new URL(imageUrl);
  const [id, file] = pathname.startsWith(`/api${BEFORE_ID}`)
    ? pathname.slice(`/api${BEFORE_ID}`.length).split('/')
    : [];
  if (id && file) return urlOf({ path: BADGE_PICTURE_PATH }, { id, file });
  return origin === location.origin ? imageUrl : null;
}
