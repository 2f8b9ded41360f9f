import { BADGE_PICTURE_PATH } from '#contract/badges.ts';
import { urlOf } from './api.ts';

const [BEFORE_ID = ''] = BADGE_PICTURE_PATH.split(':');

/**
 * An uploaded picture comes from our own API, whatever address the site had then. Pictures of other hosts are not
 * loaded: the policy forbids them, and they would see the visit.
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
