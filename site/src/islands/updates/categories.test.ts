import { describe, expect, test } from 'bun:test';
import { CATEGORIES, toCategory } from './categories.ts';

describe('UPD-16 UPD-17 UPD-18 commit categories', () => {
  test.each([
    ['feat: add league catalogue', 'Features'],
    ['feat(admin)!: new promote dialog', 'Features'],
    ['fix: wrong count on cards', 'Bug Fixes'],
    ['HOTFIX: restore redirect', 'Bug Fixes'],
    ['chore: tidy scripts', 'Maintenance'],
    ['docs: say how to start', 'Documentation'],
    ['ci: run on push', 'DevOps'],
    ['db: index progress', 'Database'],
    ['Keep the session after a password reset', 'Authentication'],
    ['Show the admin sidebar on phones', 'Admin Panel'],
    ['Load modules five at a time', 'Learning Platform'],
    ['Draw the badge once', 'Gamification'],
    ['Round the corners of every button', 'UI Components'],
    ['Move to the second SQL schema', 'Database'],
    ['Dockerize the worker', 'DevOps'],
    ['Correct the README', 'Documentation'],
    ['Repair the broken picture', 'Bug Fixes'],
    ['Introduce kaggle names', 'Features'],
    ['Bump packages', 'Maintenance'],
    ['First steps', 'General'],
    ['', 'General'],
    ['wip: constructor: odd', 'General'],
  ])('%s', (message, category) => {
    expect(toCategory(message)).toBe(category as (typeof CATEGORIES)[number]);
  });

  test('the eleven names and General, nothing else', () => {
    expect(CATEGORIES).toHaveLength(12);
    expect(CATEGORIES.at(-1)).toBe('General');
  });

  test('a prefix named like a built-in property is no prefix', () => {
    expect(toCategory('constructor: x')).toBe('General');
  });
});
