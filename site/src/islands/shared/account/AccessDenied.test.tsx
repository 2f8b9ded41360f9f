import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { AccessDenied } from './AccessDenied.tsx';

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');

test('GUARD-16 without a role it says None', () => {
  expect(textOf(renderToStaticMarkup(<AccessDenied current={null} required={['ADMIN']} />))).toContain(
    'Your role None',
  );
});
