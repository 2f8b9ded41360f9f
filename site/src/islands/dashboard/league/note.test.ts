import { expect, test } from 'bun:test';
import { NOTE_SCREEN_MAX_LENGTH } from '#contract/constants.ts';
import { findNoteFault, isNoteNearLimit, toNoteCounter, toNotePreview } from './note.ts';

test('NOTE-02 CONST-19 the counter counts to 500', () => {
  expect(toNoteCounter('abc')).toBe('3/500');
  expect(NOTE_SCREEN_MAX_LENGTH).toBe(500);
});

test('NOTE-03 NOTE-04 the warning begins above 450', () => {
  expect(isNoteNearLimit('x'.repeat(450))).toBe(false);
  expect(isNoteNearLimit('x'.repeat(451))).toBe(true);
});

test('NOTE-05 the preview is the first 50 characters and cuts none in two', () => {
  expect(toNotePreview('short')).toBe('short');
  expect(toNotePreview('x'.repeat(50))).toBe('x'.repeat(50));
  expect(toNotePreview('🙂'.repeat(51))).toBe(`${'🙂'.repeat(50)}…`);
});

test('NOTE-10 OPEN-41 an empty note is refused before any call', () => {
  expect(findNoteFault('  \n ')).toBe('Note cannot be empty');
  expect(findNoteFault('Read again')).toBeNull();
});
