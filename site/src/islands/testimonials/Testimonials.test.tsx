import { expect, test } from 'bun:test';
import { renderToString } from 'react-dom/server';
import testimonials from '#content/testimonials/testimonials.json';
import { arrangePosts } from './posts.ts';
import { Testimonials } from './Testimonials.tsx';

test('HOME-39 no posts, a friendly line instead', () => {
  expect(renderToString(<Testimonials posts={[]} />)).toContain('No posts yet');
});

test('HOME-34 HOME-35 HOME-38 the first six stand in the page as text, the four featured ones first', () => {
  const html = renderToString(<Testimonials posts={arrangePosts(testimonials)} />);
  expect(html.match(/<blockquote/g)).toHaveLength(6);
  expect(html.match(/data-featured="true"/g)).toHaveLength(4);
  expect(html.indexOf('data-featured="true"')).toBeLessThan(html.indexOf('Eila Doaba'));
});
