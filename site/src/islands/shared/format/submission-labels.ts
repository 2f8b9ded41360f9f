import { SUBMISSION_PREVIEW_LENGTH } from '#contract/constants.ts';
import {
  SUBMISSION_FIELDS,
  SUBMISSION_TYPES,
  type SubmissionAttempt,
  type SubmissionType,
} from '#contract/submissions.ts';

export const SUBMISSION_TYPE_LABELS: Record<SubmissionType, string> = {
  GITHUB_LINK: 'GitHub Repository Link',
  LIVE_URL: 'Live Demo Link',
  FILE_URL: 'File Upload Link',
  TEXT_SUBMISSION: 'Text Submission',
};

type Answer = Pick<SubmissionAttempt, 'content' | 'githubUrl' | 'liveUrl' | 'fileUrl'>;

/** Usually one; other API clients may send several. */
export function linksOf(answer: Answer): { words: string; url: string }[] {
  return SUBMISSION_TYPES.flatMap((type) => {
    const url = type === 'TEXT_SUBMISSION' ? null : answer[SUBMISSION_FIELDS[type]];
    return url ? [{ words: SUBMISSION_TYPE_LABELS[type], url }] : [];
  });
}

/** Cuts by code points, so that no character is split. */
export function toContentPreview(content: string): string {
  const characters = [...content];
  if (characters.length <= SUBMISSION_PREVIEW_LENGTH) return content;
  return `${characters.slice(0, SUBMISSION_PREVIEW_LENGTH).join('')}…`;
}

export function toAttemptText(number: number, total: number): string {
  return total > 1 ? `Attempt ${number} of ${total}` : `Attempt ${number}`;
}
