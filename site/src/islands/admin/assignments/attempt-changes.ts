import { SUBMISSION_FIELDS, SUBMISSION_TYPES, type SubmissionAttempt } from '#contract/submissions.ts';
import { SUBMISSION_TYPE_LABELS } from '#site/islands/shared/format/submission-labels.ts';

type Answer = Pick<SubmissionAttempt, 'content' | 'githubUrl' | 'liveUrl' | 'fileUrl'>;

export interface MarkedLine {
  text: string;
  isOnlyHere: boolean;
}

export interface Change {
  words: string;
  /** Null unless both attempts are texts that differ. */
  lines: { before: MarkedLine[]; now: MarkedLine[] } | null;
}

/** Longer texts are not compared, which costs lines × lines. */
const LINES_MAX = 600;

export function describeChange(before: Answer, now: Answer): Change {
  const [kindBefore, kindNow] = [kindOf(before), kindOf(now)];
  if (kindBefore !== kindNow) {
    return {
      words: `${SUBMISSION_TYPE_LABELS[kindNow]} instead of ${SUBMISSION_TYPE_LABELS[kindBefore]}`,
      lines: null,
    };
  }
  const [old, fresh] = [before[SUBMISSION_FIELDS[kindNow]] ?? '', now[SUBMISSION_FIELDS[kindNow]] ?? ''];
  if (kindNow !== 'TEXT_SUBMISSION') {
    return {
      words: old === fresh ? 'The same link; what it leads to may have changed' : 'Another link',
      lines: null,
    };
  }
  if (old === fresh) return { words: 'The same text', lines: null };
  const lines = compareLines(old.split('\n'), fresh.split('\n'));
  if (!lines) return { words: 'Another text', lines: null };
  const added = lines.now.filter(({ isOnlyHere }) => isOnlyHere).length;
  const removed = lines.before.filter(({ isOnlyHere }) => isOnlyHere).length;
  return { words: `${countLines(added)} new, ${countLines(removed)} gone`, lines };
}

/** By longest common subsequence; null if the texts are too long. */
export function compareLines(
  before: readonly string[],
  now: readonly string[],
): { before: MarkedLine[]; now: MarkedLine[] } | null {
  if (before.length > LINES_MAX || now.length > LINES_MAX) return null;
  // Number of common lines from line i and line j on.
  const shared = Array.from({ length: before.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number) => shared[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = shared[i] as Uint16Array;
      row[j] = before[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const result = {
    before: before.map((text) => ({ text, isOnlyHere: true })),
    now: now.map((text) => ({ text, isOnlyHere: true })),
  };
  for (let i = 0, j = 0; i < before.length && j < now.length; ) {
    const [one, other] = [result.before[i], result.now[j]];
    if (one && other && one.text === other.text) {
      one.isOnlyHere = false;
      other.isOnlyHere = false;
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return result;
}

function kindOf(answer: Answer) {
  return SUBMISSION_TYPES.find((type) => answer[SUBMISSION_FIELDS[type]]) ?? 'TEXT_SUBMISSION';
}

function countLines(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}
