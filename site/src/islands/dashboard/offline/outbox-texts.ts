import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { SYNCS_LATER } from '../data/outbox-actions.ts';

const ACTION_TEXTS: Readonly<Record<string, string>> = {
  completeResource: 'Marked as done',
  resetResource: 'Marked as not done',
  markForRevision: 'Marked for revision',
  saveNote: 'Note',
  enrollInLeague: 'Enrollment',
  submitAssignment: 'Answer',
};

export function toActionText({ call, title }: Pick<OutboxAction, 'call' | 'title'>): string {
  return `${ACTION_TEXTS[call] ?? 'Change'}: “${title}”`;
}

/** Kind of text that would be lost; null for an action that one press can repeat. */
export function toDropNoun({ call }: Pick<OutboxAction, 'call'>): 'answer' | 'note' | null {
  if (call === 'submitAssignment') return 'answer';
  return call === 'saveNote' ? 'note' : null;
}

export function toWaitingText(count: number): string {
  return `${count === 1 ? '1 change is' : `${count} changes are`} on this device only. ${SYNCS_LATER}`;
}

export function toSentText(count: number): string {
  return count === 1 ? '1 change was sent.' : `${count} changes were sent.`;
}
