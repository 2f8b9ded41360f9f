import { expect, test } from 'bun:test';
import { SUBMISSION_FIELDS } from '#contract/submissions.ts';
import { linksOf, SUBMISSION_TYPE_LABELS, toContentPreview } from './submission-labels.ts';

test('ASSIGN-10 ASSIGN-11 the four kinds, their words and the field each fills', () => {
  expect(SUBMISSION_TYPE_LABELS).toEqual({
    GITHUB_LINK: 'GitHub Repository Link',
    LIVE_URL: 'Live Demo Link',
    FILE_URL: 'File Upload Link',
    TEXT_SUBMISSION: 'Text Submission',
  });
  expect(SUBMISSION_FIELDS).toEqual({
    GITHUB_LINK: 'githubUrl',
    LIVE_URL: 'liveUrl',
    FILE_URL: 'fileUrl',
    TEXT_SUBMISSION: 'content',
  });
});

test('ASSIGN-05 links stand with the words of their kind', () => {
  const answer = { content: 'words', githubUrl: null, liveUrl: 'https://demo.org', fileUrl: null };
  expect(linksOf(answer)).toEqual([{ words: 'Live Demo Link', url: 'https://demo.org' }]);
  expect(linksOf({ ...answer, liveUrl: null })).toEqual([]);
});

test('ASSIGN-05 the first 150 characters of a text, none cut in two', () => {
  expect(toContentPreview('x'.repeat(150))).toBe('x'.repeat(150));
  expect(toContentPreview('🙂'.repeat(151))).toBe(`${'🙂'.repeat(150)}…`);
});
