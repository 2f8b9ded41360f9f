import { expect, test } from 'bun:test';
import { renderToString } from 'react-dom/server';
import home from '#content/home/home.json';
import testimonials from '#content/testimonials/testimonials.json';
import { arrangePosts } from './posts.ts';
import { Testimonials } from './Testimonials.tsx';

const network = 'X';

test('HOME-39 no posts, a friendly line instead', () => {
  expect(renderToString(<Testimonials posts={[]} network={network} words={home.posts} />)).toContain(
    'No posts yet',
  );
});

test('HOME-34 HOME-35 HOME-38 all stand in the page as text, six of them shown, the four featured ones first', () => {
  const html = renderToString(
    <Testimonials posts={arrangePosts(testimonials)} network={network} words={home.posts} />,
  );
  const posts = html.match(/<li [^>]*>/g) ?? [];
  expect(posts).toHaveLength(25);
  expect(posts.filter((tag) => !tag.includes('data-later'))).toHaveLength(6);
  expect(posts.slice(0, 6).join()).not.toContain('data-later');
  expect(posts.map((tag) => tag.includes('data-featured'))).toEqual(posts.map((_, index) => index < 4));
});

test('HOME-47 nothing is asked of the social network before the visitor wants it', () => {
  const html = renderToString(
    <Testimonials posts={arrangePosts(testimonials)} network={network} words={home.posts} />,
  );
  expect(html).not.toContain('<iframe');
  expect(html).toContain('Show the posts on X');
});
