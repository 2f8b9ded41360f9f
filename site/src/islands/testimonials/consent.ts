import { atom, type ReadableAtom } from 'nanostores';

const KEY = 'showPosts';
const $stored = atom(false);

/** Whether the visitor asked to see the posts on the social network; never true before they did. */
export const $postsWanted: ReadableAtom<boolean> = $stored;

/** Reads the wish of an earlier visit; a browser that keeps nothing has none. */
export function restorePostsWanted(): void {
  try {
    $stored.set(localStorage.getItem(KEY) === 'yes');
  } catch {
    $stored.set(false);
  }
}

/** Remembers the visitor's wish, or forgets it. */
export function setPostsWanted(wanted: boolean): void {
  $stored.set(wanted);
  try {
    if (wanted) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the wish holds for this page.
  }
}
