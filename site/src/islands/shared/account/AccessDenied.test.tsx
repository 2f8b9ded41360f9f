import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { AccessDenied } from './AccessDenied.tsx';

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');

test('GUARD-15 GUARD-16 GUARD-17 GUARD-18 the refusal names both sides and leads on', () => {
  const html = renderToStaticMarkup(
    <AccessDenied current="PIONEER" required={['ADMIN', 'GRAND_PATHFINDER', 'CHIEF_PATHFINDER']} />,
  );
  const text = textOf(html);
  expect(text).toContain('Access Denied');
  expect(text).toContain("You don't have permission to access this page.");
  expect(text).toContain('Your role Pioneer');
  expect(text).toContain('Admin or Grand Pathfinder or Chief Pathfinder');
  expect(html).toContain('href="/dashboard"');
  expect(html).toContain('href="/"');
});

test('GUARD-16 without a role it says None', () => {
  expect(textOf(renderToStaticMarkup(<AccessDenied current={null} required={['ADMIN']} />))).toContain(
    'Your role None',
  );
});
