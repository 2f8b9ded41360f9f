import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { FRAME_PATH, LEAST_HEIGHT_PX } from '#site/embed/frame-message.ts';
import { onFirstUse } from '#site/on-first-use.ts';
import { createEmbed } from './embed.ts';
import { findStatusId, type Post, toHandle } from './posts.ts';

const dayFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
);

interface PostCardProps {
  post: Post;
  /** Hidden until 'Read More'; without scripts always visible. */
  isLater: boolean;
  isEmbedded: boolean;
}

export function PostCard({ post, isLater, isEmbedded }: PostCardProps) {
  const statusId = findStatusId(post.url);
  const handle = toHandle(post.url);
  return (
    <li
      id={post.id}
      className={`post scroll-mt-24 py-6 ${post.featured ? 'border-t-4 border-brand' : 'border-t border-line'} ${isLater ? 'hidden noscript:block' : ''}`}
      tabIndex={-1}
      data-featured={post.featured || undefined}
      data-later={isLater || undefined}
    >
      <figure>
        <blockquote
          cite={post.url}
          className={`text-pretty text-strong ${post.featured ? 'font-display text-[clamp(1.375rem,1.2rem+0.8vw,1.75rem)] leading-[1.25] font-semibold tracking-[-0.01em]' : 'text-[1.125rem] leading-normal'}`}
        >
          <p>{post.words}</p>
        </blockquote>
        <figcaption className="mt-3 flex flex-wrap gap-x-[0.9rem] text-[0.9rem] text-muted">
          <span className="post-author font-semibold text-strong">{post.author}</span>
          {handle && <span>{handle}</span>}
          <span className="post-about">{post.about}</span>
          <a className="-my-[0.45rem] py-[0.45rem]" href={post.url} target="_blank" rel="noopener noreferrer">
            <time dateTime={post.date}>{dayFormat().format(new Date(`${post.date}T00:00:00Z`))}</time>
            <span className="sr-only">, the post of {post.author} (opens in a new tab)</span>
          </a>
        </figcaption>
      </figure>
      {isEmbedded && !isLater && statusId && <EmbeddedPost id={statusId} author={post.author} />}
    </li>
  );
}

const NOTE = 'rounded-md border border-dashed border-line-strong px-[0.9rem] py-[0.6rem]';

function EmbeddedPost({ id, author }: { id: string; author: string }) {
  const embed = useMemo(createEmbed, []);
  const post = useStore(embed.$state);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const isNear = useIsNear(box);

  useEffect(() => {
    if (!isNear) return;
    // A sandboxed frame has the origin 'null'; messages of a frame with our origin are ignored.
    const receive = ({ data, origin, source }: MessageEvent) => {
      if (origin === 'null' && source === frame.current?.contentWindow) embed.receive(data);
    };
    addEventListener('message', receive);
    embed.start(navigator.onLine);
    return () => {
      removeEventListener('message', receive);
      embed.stop();
    };
  }, [embed, isNear]);

  return (
    <div
      ref={box}
      className="embed mt-4 grid text-[0.9rem] text-muted *:[grid-area:1/1]"
      data-state={post.state}
    >
      {post.state === 'loading' && (
        <p role="status" className={NOTE}>
          Loading the post…
        </p>
      )}
      {post.state === 'failed' && (
        <p role="status" className={NOTE}>
          Unable to load tweet{' '}
          <button
            type="button"
            className="min-h-7 cursor-pointer px-1 font-semibold text-strong underline underline-offset-[0.2em]"
            onClick={() => embed.start(navigator.onLine)}
          >
            Try again<span className="sr-only">: the post of {author}</span>
          </button>
        </p>
      )}
      {(post.state === 'loading' || post.state === 'loaded') && (
        <iframe
          ref={frame}
          className="block w-full border-0 [color-scheme:light_dark]"
          src={`${FRAME_PATH}#id=${id}`}
          title={`Post of ${author}`}
          sandbox="allow-scripts allow-popups"
          referrerPolicy="no-referrer"
          height={post.state === 'loaded' ? post.height : LEAST_HEIGHT_PX}
        />
      )}
    </div>
  );
}

function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
