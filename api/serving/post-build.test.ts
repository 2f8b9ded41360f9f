import { expect, test } from 'bun:test';
import { inspectPage } from './post-build.ts';

test('data blocks need no hash, and a script inside an attribute is no script', () => {
  const html = `<div data-props="<script>bad()</script>"></div>
    <script type="application/ld+json">{"a":1}</script><script src="/a.js"></script><script>good()</script>`;
  const hash = new Bun.CryptoHasher('sha256').update('good()').digest('base64');
  expect(inspectPage('x.html', html)).toEqual({
    scripts: [`sha256-${hash}`],
    styles: [],
    frames: false,
    callsCodeHost: false,
  });
});

test('what the policy would block fails the build with the name of the file', () => {
  expect(() => inspectPage('about/index.html', '<p style="color:red">x</p>')).toThrow(
    /about\/index\.html.*style/,
  );
  expect(() => inspectPage('about/index.html', '<p onclick="x()">x</p>')).toThrow(/onclick/);
});
