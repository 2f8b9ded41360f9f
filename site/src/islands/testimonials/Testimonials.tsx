import { useState } from 'react';
import { FIRST_SHOWN, type Post, showMore, toHandle } from './posts.ts';

const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** What learners wrote, six posts at a time (HOME-34 to -39). `posts` come arranged. */
export function Testimonials({ posts }: { posts: readonly Post[] }) {
  const [shown, setShown] = useState(FIRST_SHOWN);
  if (posts.length === 0) {
    return <p className="posts-none">No posts yet. The first words of our pioneers will stand here.</p>;
  }
  return (
    <>
      <ul className="posts" id="posts">
        {posts.slice(0, shown).map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </ul>
      <div className="posts-more">
        {shown < posts.length && (
          <button type="button" aria-controls="posts" onClick={() => setShown(showMore(shown, posts.length))}>
            Read More
          </button>
        )}
        {shown > FIRST_SHOWN && (
          <button type="button" aria-controls="posts" onClick={() => setShown(FIRST_SHOWN)}>
            Show Less
          </button>
        )}
        <p role="status">
          {Math.min(shown, posts.length)} of {posts.length} posts
        </p>
      </div>
    </>
  );
}

function PostCard({ post }: { post: Post }) {
  return (
    <li className="post" data-featured={post.featured || undefined}>
      <figure>
        <blockquote cite={post.url}>
          <p>{post.words}</p>
        </blockquote>
        <figcaption>
          <span className="post-author">{post.author}</span>
          <span>{toHandle(post.url)}</span>
          <span>{post.about}</span>
          <a href={post.url} target="_blank" rel="noopener noreferrer">
            <time dateTime={post.date}>{DAY.format(new Date(`${post.date}T00:00:00Z`))}</time>
            <span className="sr-only">, the post of {post.author} (opens in a new tab)</span>
          </a>
        </figcaption>
      </figure>
    </li>
  );
}
