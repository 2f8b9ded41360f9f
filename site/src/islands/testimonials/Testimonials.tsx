import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import { readStored, removeStored, writeStored } from '../shared/offline/storage.ts';
import { PostCard } from './PostCard.tsx';
import { FIRST_SHOWN, type Post, showMore } from './posts.ts';

export interface PostWords {
  title: string;
  none: string;
}

interface TestimonialsProps {
  posts: readonly Post[];
  network: string;
  words: PostWords;
}

/** Shows our copies of the posts; loads the originals only on request. */
export function Testimonials({ posts, network, words }: TestimonialsProps) {
  const [shown, setShown] = useState(FIRST_SHOWN);
  const isEmbedded = useStore($postsWanted);
  const list = useRef<HTMLUListElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  useEffect(() => $postsWanted.set(readStored('device', KEY) === 'yes'), []);
  useReadingPlace(shown, list, more);
  if (posts.length === 0) {
    return (
      <>
        <Title>{words.title}</Title>
        <p className="posts-none">{words.none}</p>
      </>
    );
  }
  return (
    <div className="say">
      <div className="say-side">
        <Title>{words.title}</Title>
        <p className="posts-source">
          {isEmbedded
            ? `The posts load from ${network}, and this browser remembers your choice.`
            : `These quotes are stored here. Showing the posts loads them from ${network}.`}
        </p>
        <button type="button" className="posts-button" onClick={() => setPostsWanted(!isEmbedded)}>
          {isEmbedded ? 'Show the words only' : `Show the posts on ${network}`}
        </button>
      </div>
      <div>
        <ul ref={list} className="posts" id="posts">
          {posts.map((post, index) => (
            <PostCard key={post.id} post={post} isLater={index >= shown} isEmbedded={isEmbedded} />
          ))}
        </ul>
        <div className="posts-more">
          {shown < posts.length && (
            <button
              ref={more}
              type="button"
              className="posts-button"
              aria-controls="posts"
              onClick={() => setShown(showMore(shown, posts.length))}
            >
              Read More
            </button>
          )}
          {shown > FIRST_SHOWN && (
            <button
              type="button"
              className="posts-button"
              aria-controls="posts"
              onClick={() => setShown(FIRST_SHOWN)}
            >
              Show Less
            </button>
          )}
          <p role="status">
            {Math.min(shown, posts.length)} of {posts.length} posts
          </p>
        </div>
      </div>
    </div>
  );
}

const Title = ({ children }: { children: string }) => (
  <h2 id="pioneers-say" className="say-title">
    {children}
  </h2>
);

/** Moves the focus to the first new post, or back to the button. */
function useReadingPlace(
  shown: number,
  list: { current: HTMLElement | null },
  more: { current: HTMLElement | null },
): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown > before.current) {
      const next = list.current?.children[before.current];
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    }
    if (shown < before.current) {
      more.current?.focus({ preventScroll: true });
      more.current?.scrollIntoView({ block: 'center' });
    }
    before.current = shown;
  }, [shown, list, more]);
}

const KEY = 'showPosts';
/** False until the visitor asks to load posts from the social network. */
const $postsWanted = atom(false);

function setPostsWanted(wanted: boolean): void {
  $postsWanted.set(wanted);
  if (wanted) writeStored('device', KEY, 'yes');
  else removeStored('device', KEY);
}
