import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { Select } from './Select.tsx';

const OPTIONS = Array.from({ length: 200 }, (_, index) => ({ value: `v${index}`, label: `League ${index}` }));
const draw = (value: string, options = OPTIONS) =>
  renderToStaticMarkup(
    <Select value={value} onChange={() => undefined} placeholder="All" options={options} />,
  );
const count = (html: string) => html.match(/<option/g)?.length;

test('of a long choice the first options are drawn at once, with the chosen one in its place', () => {
  expect(count(draw('v3'))).toBe(41);
  const html = draw('v150');
  expect(count(html)).toBe(42);
  expect(html).toMatch(/League 39<\/option><option[^>]* selected=""[^>]*>League 150<\/option>/);
});

test('a short choice is drawn whole', () => {
  expect(count(draw('', OPTIONS.slice(0, 40)))).toBe(41);
});
