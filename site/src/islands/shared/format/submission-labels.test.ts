import { expect, test } from 'bun:test';
import { SUBMISSION_FIELDS, SUBMISSION_STATUSES } from '#contract/submissions.ts';
import { SUBMISSION_STATUS_LABELS } from '#site/labels.ts';
import { linksOf, SUBMISSION_TYPE_LABELS, toContentPreview } from './submission-labels.ts';

test('ASSIGN-09 ENT-51 each state has its words and its tone', () => {
  expect(SUBMISSION_STATUSES.map((status) => SUBMISSION_STATUS_LABELS[status])).toEqual([
    { words: 'Submitted', tone: 'info' },
    { words: 'Under Review', tone: 'pending' },
    { words: 'Approved', tone: 'active' },
    { words: 'Needs Revision', tone: 'suspended' },
  ]);
});

test('ASSIGN-09 each state has its colour, in both schemes', async () => {
  const tokens = await Bun.file(new URL('../../../styles/tokens.css', import.meta.url)).text();
  const hues: Record<string, (hue: number) => boolean> = {
    blue: (hue) => hue > 200 && hue < 250,
    yellow: (hue) => hue > 40 && hue < 60,
    green: (hue) => hue > 100 && hue < 165,
    red: (hue) => hue > 340 || hue < 15,
  };
  const colors = { SUBMITTED: 'blue', UNDER_REVIEW: 'yellow', APPROVED: 'green', NEEDS_REVISION: 'red' };
  for (const status of SUBMISSION_STATUSES) {
    const { tone } = SUBMISSION_STATUS_LABELS[status];
    const values = [...tokens.matchAll(new RegExp(`--${tone}-tint: (#[0-9a-f]{6})`, 'g'))].map(
      ([, value]) => value ?? '',
    );
    expect([tone, values.length]).toEqual([tone, 2]);
    for (const value of values)
      expect([tone, value, hues[colors[status]]?.(hueOf(value))]).toEqual([tone, value, true]);
  }
});

function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(color.slice(start, start + 2), 16),
  );
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  const turn =
    high === red
      ? (green - blue) / (high - low)
      : high === green
        ? 2 + (blue - red) / (high - low)
        : 4 + (red - green) / (high - low);
  return (60 * turn + 360) % 360;
}

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
