import { TESTIMONIALS_FIRST, TESTIMONIALS_STEP } from '#contract/constants.ts';
import type { Testimonial } from '#site/content/testimonials.ts';

/** What the section draws of a post. */
export type Post = Pick<Testimonial, 'id' | 'url' | 'author' | 'about' | 'date' | 'words' | 'featured'>;

const SOCIAL_HOST = /^(?:[a-z0-9-]+\.)?(?:twitter|x)\.com$/;

/**
 * The status id in the address of a post, else null. On a twitter or x host 'status' and 'statuses' count
 * (HOME-42); on any other host the path must have status/{digits} (HOME-43).
 */
export function findStatusId(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const pattern = SOCIAL_HOST.test(hostname) ? /\/status(?:es)?\/(\d+)(?:\/|$)/ : /\/status\/(\d+)(?:\/|$)/;
  return pattern.exec(pathname)?.[1] ?? null;
}

/** Posts whose address holds a status id (HOME-44), featured ones first (HOME-38). */
export function arrangePosts<T extends Pick<Post, 'url' | 'featured'>>(posts: readonly T[]): T[] {
  const valid = posts.filter(({ url }) => findStatusId(url) !== null);
  return [...valid.filter(({ featured }) => featured), ...valid.filter(({ featured }) => !featured)];
}

/** Where x.com keeps posts without their writer: x.com/i/status/1, x.com/i/web/status/1. */
const NOBODY = ['i', 'web'];

/** The writer's handle, the part of the address before the status: '@sample_noor'. Empty when it names nobody. */
export function toHandle(address: string): string {
  const parts = new URL(address).pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex(
    (part, index) => /^status(?:es)?$/.test(part) && /^\d+$/.test(parts[index + 1] ?? ''),
  );
  const name = (parts[at === -1 ? 0 : at - 1] ?? '').replace(/^@/, '');
  return name === '' || NOBODY.includes(name) ? '' : `@${name}`;
}

/** How many posts show after 'Read More' (HOME-36). */
export const showMore = (shown: number, total: number) => Math.min(shown + TESTIMONIALS_STEP, total);

/** How many posts show at first and after 'Show Less' (HOME-35, HOME-37). */
export const FIRST_SHOWN = TESTIMONIALS_FIRST;
