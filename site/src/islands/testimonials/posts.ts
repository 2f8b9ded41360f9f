import { TESTIMONIALS_FIRST, TESTIMONIALS_STEP } from '#contract/constants.ts';
import type { Testimonial } from '#site/content/testimonials.ts';

export type Post = Pick<Testimonial, 'id' | 'url' | 'author' | 'about' | 'date' | 'words' | 'featured'>;

const SOCIAL_HOST = /^(?:[a-z0-9-]+\.)?(?:twitter|x)\.com$/;

/** Null without a status id. Hosts other than twitter and x must use status/{digits}. */
export function findStatusId(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const pattern = SOCIAL_HOST.test(hostname) ? /\/status(?:es)?\/(\d+)(?:\/|$)/ : /\/status\/(\d+)(?:\/|$)/;
  return pattern.exec(pathname)?.[1] ?? null;
}

/** Drops posts without a status id; featured ones first. */
export function arrangePosts<T extends Pick<Post, 'url' | 'featured'>>(posts: readonly T[]): T[] {
  const valid = posts.filter(({ url }) => findStatusId(url) !== null);
  return [...valid.filter(({ featured }) => featured), ...valid.filter(({ featured }) => !featured)];
}

/** Addresses without an author: x.com/i/status/1, x.com/i/web/status/1. */
const PATHS_WITHOUT_AUTHOR = ['i', 'web'];

/** '@sample_noor'; '' if the address names none. */
export function toHandle(address: string): string {
  const parts = new URL(address).pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex(
    (part, index) => /^status(?:es)?$/.test(part) && /^\d+$/.test(parts[index + 1] ?? ''),
  );
  const name = (parts[at === -1 ? 0 : at - 1] ?? '').replace(/^@/, '');
  return name === '' || PATHS_WITHOUT_AUTHOR.includes(name) ? '' : `@${name}`;
}

export const showMore = (shown: number, total: number) => Math.min(shown + TESTIMONIALS_STEP, total);

export const FIRST_SHOWN = TESTIMONIALS_FIRST;
