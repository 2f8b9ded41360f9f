import { expect, test } from 'bun:test';
import { BAR_LINKS, currentMark, FOOTER_LINKS } from './links.ts';

test('NAV-01 NAV-09 the bar and the footer link the agreed pages', () => {
  expect(BAR_LINKS.map(({ href }) => href)).toEqual([
    '/',
    '/about',
    '/accelerate',
    '/cohorts',
    '/community',
    '/events',
  ]);
  expect(FOOTER_LINKS.map(({ href }) => href)).toEqual(['/gallery', '/updates', '/privacy', '/terms']);
});

test('a link is marked on its page and on the pages below it', () => {
  expect(currentMark('/events', '/events')).toBe('page');
  expect(currentMark('/events', '/events/')).toBe('page');
  expect(currentMark('/events', '/events/hackathon-1/')).toBe('true');
  expect(currentMark('/events', '/eventsfoo')).toBeUndefined();
  expect(currentMark('/', '/')).toBe('page');
  expect(currentMark('/', '/about')).toBeUndefined();
});
