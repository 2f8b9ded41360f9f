import { expect, test } from 'bun:test';
import { compareLines, describeChange } from './attempt-changes.ts';

const none = { content: null, githubUrl: null, liveUrl: null, fileUrl: null };
const text = (content: string) => ({ ...none, content });
const marks = (lines: readonly { text: string; isOnlyHere: boolean }[] | undefined) =>
  lines?.map(({ text: line, isOnlyHere }) => (isOnlyHere ? `*${line}` : line));

test('ASSIGN-11 another kind, another link, the same link', () => {
  const github = { ...none, githubUrl: 'https://example.org/a' };
  expect(describeChange(github, text('Here')).words).toBe(
    'Text Submission instead of GitHub Repository Link',
  );
  expect(describeChange(github, { ...none, githubUrl: 'https://example.org/b' }).words).toBe('Another link');
  expect(describeChange(github, github).words).toBe('The same link; what it leads to may have changed');
});

test('lines that only one attempt has are marked, what both have is not, in order', () => {
  const { words, lines } = describeChange(text('one\ntwo\nthree\nend'), text('one\n2\nthree\nfour\nend'));
  expect(marks(lines?.before)).toEqual(['one', '*two', 'three', 'end']);
  expect(marks(lines?.now)).toEqual(['one', '*2', 'three', '*four', 'end']);
  expect(words).toBe('2 lines new, 1 line gone');
  expect(describeChange(text('same'), text('same'))).toEqual({ words: 'The same text', lines: null });
});

test('a line that moved is gone from one place and new in the other', () => {
  const { before, now } = compareLines(['a', 'b', 'c'], ['c', 'a', 'b']) ?? {};
  expect([marks(before), marks(now)]).toEqual([
    ['a', 'b', '*c'],
    ['*c', 'a', 'b'],
  ]);
});

test('texts of very many lines are not compared', () => {
  const long = 'x\n'.repeat(700);
  expect(describeChange(text(long), text(`${long}y`))).toEqual({ words: 'Another text', lines: null });
});
