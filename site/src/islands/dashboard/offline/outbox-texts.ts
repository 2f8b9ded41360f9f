import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';

const ACTION_TEXTS: Readonly<Record<string, string>> = {
  completeResource: 'Marked as done',
  resetResource: 'Marked as not done',
  markForRevision: 'Marked for revision',
  saveNote: 'Note',
  enrollInLeague: 'Enrollment',
  submitAssignment: 'Answer',
};

/** What an action was, in words: 'Note: “Vectors”'. */
export function toActionText({ call, title }: Pick<OutboxAction, 'call' | 'title'>): string {
  return `${ACTION_TEXTS[call] ?? 'Change'}: “${title}”`;
}

/** How many actions wait, in words. */
export function toWaitingText(count: number): string {
  return count === 1 ? '1 change is on this device only.' : `${count} changes are on this device only.`;
}

/** What was sent while nobody waited for it. */
export function toSentText(count: number): string {
  return count === 1 ? '1 change was sent.' : `${count} changes were sent.`;
}

/** The time of day an answer is from, as '14:03'; with its day when that is not today. Milliseconds since 1970. */
export function toAsOf(at: number, now = Date.now()): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);
  const day = (moment: number) => new Date(moment).toDateString();
  if (day(at) === day(now)) return time;
  return `${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(at)}, ${time}`;
}
