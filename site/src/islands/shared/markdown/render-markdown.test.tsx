import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { Blocks } from './render-markdown.tsx';

const draw = (text: string) => renderToStaticMarkup(<Blocks text={text} />).replace(/ class="[^"]*"/g, '');

test('P28 P29 Markdown is drawn with the elements that screen readers know', () => {
  expect(draw('# Part\n\n**a** *b* `c`\n\n- one\n- two\n\n3. x\n4. y\n\n> q\n\n```\nd < e\n```')).toBe(
    '<p><strong>Part</strong></p><p><strong>a</strong> <em>b</em> <code>c</code></p>' +
      '<ul><li><p>one</p></li><li><p>two</p></li></ul><ol start="3"><li><p>x</p></li><li><p>y</p></li></ol>' +
      '<blockquote><p>q</p></blockquote>' +
      '<figure aria-label="Code" tabindex="0"><pre dir="ltr"><code>d &lt; e</code></pre></figure>',
  );
});

test('P28 links open beside the page and say so; mail, pictures and other schemes do not load anything', () => {
  const link = (href: string, words: string) =>
    `<p><a href="${href}" target="_blank" rel="noopener noreferrer">${words}<span> (opens in a new tab)</span></a></p>`;
  expect(draw('[a](https://b.example)')).toBe(link('https://b.example', 'a'));
  expect(draw('![a](https://b.example/c.png)')).toBe(link('https://b.example/c.png', 'a'));
  expect(draw('[a](mailto:b@c.example)')).toBe('<p><a href="mailto:b@c.example">a</a></p>');
  expect(draw('[a](javascript:alert(1))')).toBe('<p>[a](javascript:alert(1))</p>');
});

test('P29 HTML is shown as typed', () => {
  expect(draw('<img src=x onerror=alert(1)> **a**')).toBe(
    '<p>&lt;img src=x onerror=alert(1)&gt; <strong>a</strong></p>',
  );
});
