import { expect, test } from 'bun:test';
import type { Outline } from '../outline.ts';
import { findNextSpot, findParent, findSpot, listIds, mapItems, placeItems } from './outline-edits.ts';

/** 'a: b(1 2) c()' is module a with topics b and c. */
function makeOutline(...modules: string[]): Outline {
  const weeks = modules.map((text) => {
    const [id = '', topics = ''] = text.split(': ');
    const sections = [...topics.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, topicId = '', held = '']) => ({
      id: topicId,
      name: topicId,
      resources: held
        .split(' ')
        .filter(Boolean)
        .map((resourceId) => ({ id: resourceId, title: resourceId })),
    }));
    return { id, name: id, sections };
  });
  return { id: 'league', name: 'League', weeks } as unknown as Outline;
}

const toTexts = ({ weeks }: Outline) =>
  weeks.map(
    ({ id, sections }) =>
      `${id}: ${sections.map((topic) => `${topic.id}(${topic.resources.map((one) => one.id).join(' ')})`).join(' ')}`,
  );

const OUTLINE = makeOutline('m: a(1 2 3) b()', 'n: c(4)');

test('a step leads into the next topic or module, and ends with the page', () => {
  expect(findNextSpot(OUTLINE, 'resources', '2', 1)).toEqual({ parentId: 'a', index: 2 });
  expect(findNextSpot(OUTLINE, 'resources', '3', 1)).toEqual({ parentId: 'b', index: 0 });
  expect(findNextSpot(OUTLINE, 'resources', '4', -1)).toEqual({ parentId: 'b', index: 0 });
  expect(findNextSpot(OUTLINE, 'resources', '1', -1)).toBeNull();
  expect(findNextSpot(OUTLINE, 'sections', 'b', 1)).toEqual({ parentId: 'n', index: 0 });
  expect(findNextSpot(OUTLINE, 'sections', 'c', -1)).toEqual({ parentId: 'm', index: 2 });
  expect(findNextSpot(OUTLINE, 'weeks', 'n', 1)).toBeNull();
  expect(findNextSpot(OUTLINE, 'weeks', 'gone', 1)).toBeNull();
});

test('items are placed among the others, in their order on the page', () => {
  const place = (...args: Parameters<typeof placeItems> extends [Outline, ...infer Rest] ? Rest : never) =>
    toTexts(placeItems(OUTLINE, ...args));
  expect(place('resources', ['1'], { parentId: 'a', index: 2 })).toEqual(['m: a(2 3 1) b()', 'n: c(4)']);
  expect(place('resources', ['4', '1'], { parentId: 'b', index: 0 })).toEqual(['m: a(2 3) b(1 4)', 'n: c()']);
  expect(place('sections', ['b'], { parentId: 'n', index: 0 })).toEqual(['m: a(1 2 3)', 'n: b() c(4)']);
  expect(place('weeks', ['n'], { parentId: 'league', index: 0 })).toEqual(['n: c(4)', 'm: a(1 2 3) b()']);
  expect(listIds(OUTLINE, 'sections', 'm')).toEqual(['a', 'b']);
});

test('something dropped on a parent becomes its last one', () => {
  expect(findSpot(OUTLINE, 'resources', '2')).toEqual({ parentId: 'a', index: 1 });
  expect(findSpot(OUTLINE, 'resources', 'a')).toEqual({ parentId: 'a', index: 3 });
  expect(findSpot(OUTLINE, 'sections', 'm')).toEqual({ parentId: 'm', index: 2 });
  expect(findSpot(OUTLINE, 'resources', 'm')).toBeNull();
  expect(findParent(OUTLINE, 'resources', 'c')?.name).toBe('c');
  expect(findParent(OUTLINE, 'weeks', 'league')?.name).toBe('League');
});

test('an edit reaches the items of every depth, and knows their parent', () => {
  const keep = mapItems(OUTLINE, (items) => items.filter(({ id }) => id !== '2' && id !== 'c'));
  expect(toTexts(keep)).toEqual(['m: a(1 3) b()', 'n: ']);
  const added = mapItems(OUTLINE, (items, id) => (id === 'b' ? items.concat({ id: '5' } as never) : items));
  expect(toTexts(added)).toEqual(['m: a(1 2 3) b(5)', 'n: c(4)']);
});
