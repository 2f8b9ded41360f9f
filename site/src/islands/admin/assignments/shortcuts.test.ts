import { expect, test } from 'bun:test';
import { toShortcut } from './shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false, target: null };
/** Something that stands inside a control of this kind. */
const inside = (kind: string) =>
  ({
    closest: (selector: string) => (selector.split(', ').includes(kind) ? {} : null),
  }) as unknown as EventTarget;

test('a single key is one by its letter, whether or not it is a capital', () => {
  expect(toShortcut({ ...plain, key: 'n' }, true)).toBe('n');
  expect(toShortcut({ ...plain, key: 'N' }, true)).toBe('n');
  expect(toShortcut({ ...plain, key: 'Escape' }, true)).toBeNull();
});

test('nothing fires while text is typed, a list is chosen from or a sign is composed', () => {
  for (const kind of ['textarea', 'select', '[contenteditable]']) {
    expect([kind, toShortcut({ ...plain, key: 'a', target: inside(kind) }, true)]).toEqual([kind, null]);
  }
  expect(toShortcut({ ...plain, key: 'a', isComposing: true }, true)).toBeNull();
  expect(toShortcut({ ...plain, key: 'a', target: inside('button') }, true)).toBe('a');
});

test('other combinations belong to the browser; Ctrl or Cmd with Enter is ours, while typing and turned off too', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(toShortcut({ ...plain, ...held, key: 'a' }, true)).toBeNull();
    expect(toShortcut({ ...plain, ...held, key: 'Enter', target: inside('textarea') }, false)).toBe(
      'mod+enter',
    );
  }
  expect(toShortcut({ ...plain, altKey: true, key: 'n' }, true)).toBeNull();
  expect(toShortcut({ ...plain, key: 'n' }, false)).toBeNull();
});
