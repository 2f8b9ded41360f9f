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

const BUTTON =
  'min-h-11 cursor-pointer rounded-md border border-keyline px-[1.1rem] py-[0.4rem] font-semibold text-strong hover:bg-hover active:bg-brand active:text-on-brand noscript:hidden';

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
  useEffect(() => $postsWanted.set(readStored('local', KEY) === 'yes'), []);
  useReadingPlace(shown, list, more);
  if (posts.length === 0) {
    return (
      <>
        <Title>{words.title}</Title>
        <p className="text-[0.9rem] text-muted">{words.none}</p>
      </>
    );
  }
  return (
    <div className="say min-[72rem]:grid min-[72rem]:grid-cols-[17rem_minmax(0,1fr)] min-[72rem]:gap-18">
      <div className="mb-10 min-[72rem]:sticky min-[72rem]:top-[calc(var(--nav-height)+2rem)] min-[72rem]:self-start">
        <Title>{words.title}</Title>
        <p className="mt-5 mb-4 max-w-104 text-[0.9rem] leading-normal text-muted noscript:hidden">
          {isEmbedded
            ? `The posts load from ${network}, and this browser remembers your choice.`
            : `These quotes are stored here. Showing the posts loads them from ${network}.`}
        </p>
        <button type="button" className={BUTTON} onClick={() => setPostsWanted(!isEmbedded)}>
          {isEmbedded ? 'Show the words only' : `Show the posts on ${network}`}
        </button>
      </div>
      <div>
        <ul ref={list} className="grid gap-x-10 md:grid-cols-2" id="posts">
          {posts.map((post, index) => (
            <PostCard key={post.id} post={post} isLater={index >= shown} isEmbedded={isEmbedded} />
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-6 noscript:hidden">
          {shown < posts.length && (
            <button
              ref={more}
              type="button"
              className={BUTTON}
              aria-controls="posts"
              onClick={() => setShown(showMore(shown, posts.length))}
            >
              Read More
            </button>
          )}
          {shown > FIRST_SHOWN && (
            <button
              type="button"
              className={BUTTON}
              aria-controls="posts"
              onClick={() => setShown(FIRST_SHOWN)}
            >
              Show Less
            </button>
          )}
          <p role="status" className="text-[0.9rem] text-muted">
            {Math.min(shown, posts.length)} of {posts.length} posts
          </p>
        </div>
      </div>
    </div>
  );
}

const Title = ({ children }: { children: string }) => (
  <h2
    id="pioneers-say"
    className="max-w-[12ch] text-[min(14vw,clamp(1.953rem,1.4rem+2vw,3.052rem))] leading-[1.05] font-extrabold tracking-[-0.025em]"
  >
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
  if (wanted) writeStored('local', KEY, 'yes');
  else removeStored('local', KEY);
}
