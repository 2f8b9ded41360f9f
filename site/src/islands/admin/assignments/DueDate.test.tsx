import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { DueDate } from './DueDate.tsx';

const DAY_MS = 86_400_000;
const SHORT_DATE = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/;

/** What stands in the cell for a due date so many days from now. */
function textsIn(days: number): string[] {
  const dueDate = new Date(Date.now() + days * DAY_MS).toISOString();
  return renderToStaticMarkup(<DueDate dueDate={dueDate} />)
    .split(/<[^>]+>/)
    .filter(Boolean);
}

test('AASSIGN-02 ADMIN-26 OPEN-39 a due date is a short date with its badge, a far one the date alone', () => {
  for (const [days, badge] of [
    [-2, 'Overdue'],
    [2, 'Due Soon'],
    [6, 'Upcoming'],
  ] as const) {
    expect(textsIn(days)).toEqual([expect.stringMatching(SHORT_DATE), badge, expect.any(String)]);
  }
  expect(textsIn(30)).toEqual([expect.stringMatching(SHORT_DATE), 'in 30 days']);
  expect(renderToStaticMarkup(<DueDate dueDate={null} />)).toContain('No due date');
});
