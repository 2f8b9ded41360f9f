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
      className="post"
      tabIndex={-1}
      data-featured={post.featured || undefined}
      data-later={isLater || undefined}
    >
      <figure>
        <blockquote cite={post.url}>
          <p>{post.words}</p>
        </blockquote>
        <figcaption>
          <span className="post-author">{post.author}</span>
          {handle && <span>{handle}</span>}
          <span className="post-about">{post.about}</span>
          <a href={post.url} target="_blank" rel="noopener noreferrer">
            <time dateTime={post.date}>{dayFormat().format(new Date(`${post.date}T00:00:00Z`))}</time>
            <span className="sr-only">, the post of {post.author} (opens in a new tab)</span>
          </a>
        </figcaption>
      </figure>
      {isEmbedded && !isLater && statusId && <EmbeddedPost id={statusId} author={post.author} />}
    </li>
  );
}

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
    <div ref={box} className="embed" data-state={post.state}>
      {post.state === 'loading' && <p role="status">Loading the post…</p>}
      {post.state === 'failed' && (
        <p role="status">
          Unable to load tweet{' '}
          <button type="button" onClick={() => embed.start(navigator.onLine)}>
            Try again<span className="sr-only">: the post of {author}</span>
          </button>
        </p>
      )}
      {(post.state === 'loading' || post.state === 'loaded') && (
        <iframe
          ref={frame}
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
