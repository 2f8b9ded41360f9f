import { expect, test } from 'bun:test';
import { currentMark } from './links.ts';

test('a link is marked on its page and on the pages below it', () => {
  expect(currentMark('/events', '/events')).toBe('page');
  expect(currentMark('/events', '/events/')).toBe('page');
  expect(currentMark('/events', '/events/hackathon-1/')).toBe('true');
  expect(currentMark('/events', '/eventsfoo')).toBeUndefined();
  expect(currentMark('/', '/')).toBe('page');
  expect(currentMark('/', '/about')).toBeUndefined();
});
