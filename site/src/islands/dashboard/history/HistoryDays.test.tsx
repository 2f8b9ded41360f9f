import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import type { HistoryEntry, SentAttempt } from '#contract/history.ts';
import { HistoryDays } from './HistoryDays.tsx';

const ATTEMPT: SentAttempt = {
  number: 1,
  attempts: 1,
  status: 'NEEDS_REVISION',
  content: null,
  fileUrl: null,
  githubUrl: null,
  liveUrl: null,
  feedback: null,
  reviewedAt: null,
};
const HANDED_IN: HistoryEntry = {
  id: '1',
  kind: 'SUBMITTED',
  occurredAt: '2026-11-21T10:00:00.000Z',
  league: { id: 'l', name: 'ML' },
  section: null,
  resource: null,
  assignment: { id: 'a', title: 'Essay' },
  note: null,
  switched: {},
  undo: 'never',
  undoes: null,
  submission: null,
};

test('ASSIGN-09 what was handed in has the words and colour of its state that it has everywhere else', () => {
  const draw = (status: string) =>
    renderToStaticMarkup(<HistoryDays entries={[{ ...HANDED_IN, submission: { ...ATTEMPT, status } }]} />);
  expect(draw('NEEDS_REVISION')).toMatch(/text-suspended[^>]*>Needs Revision</);
  expect(draw('UNDER_REVIEW')).toMatch(/text-pending[^>]*>Under Review</);
  expect(draw('APPROVED')).toMatch(/text-active[^>]*>Approved</);
  // Of a later version of the server.
  expect(draw('ARCHIVED')).toMatch(/text-muted[^>]*>ARCHIVED</);
});
