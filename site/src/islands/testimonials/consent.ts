import { atom, type ReadableAtom } from 'nanostores';

const KEY = 'showPosts';
const $stored = atom(false);

/** False until the visitor asks to load posts from the social network. */
export const $postsWanted: ReadableAtom<boolean> = $stored;

export function restorePostsWanted(): void {
  try {
    $stored.set(localStorage.getItem(KEY) === 'yes');
  } catch {
    $stored.set(false);
  }
}

export function setPostsWanted(wanted: boolean): void {
  $stored.set(wanted);
  try {
    if (wanted) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts until the page closes.
  }
}
