import { onFirstUse } from '#site/on-first-use.ts';
import { EmbeddedPost } from './EmbeddedPost.tsx';
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
