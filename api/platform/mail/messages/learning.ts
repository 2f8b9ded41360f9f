import type { ReviewStatus } from '#contract/submissions.ts';
import { product } from '../../process/product.ts';
import { type MessageMakers, toLine, toPlainName } from './content.ts';

interface Review {
  name: string;
  assignment: string;
  league: { id: string; name: string };
  status: Exclude<ReviewStatus, 'UNDER_REVIEW'>;
  feedback: string | null;
  /** Empty if the account was deleted. */
  reviewer: string;
  unsubscribe: string;
}

export const LEARNING_MESSAGES = {
  SUBMISSION_REVIEWED: ({ name, assignment, league, status, feedback, reviewer, unsubscribe }: Review) => {
    const isApproved = status === 'APPROVED';
    const task = toLine(assignment);
    const judge = toPlainName(reviewer) ?? `A reviewer at ${product.name}`;
    return {
      subject: isApproved ? `Approved: ${task}` : `Please revise: ${task}`,
      preview: isApproved ? 'Your answer was approved.' : 'Your answer needs another round.',
      name,
      title: isApproved ? 'Your answer was approved' : 'Your answer needs another round',
      paragraphs: [
        isApproved
          ? `${judge} approved your answer to “${task}” in ${toLine(league.name)}. Well done.`
          : `${judge} read your answer to “${task}” in ${toLine(league.name)} and asks you to change it. You can hand in a new one at any time.`,
      ],
      ...(feedback ? { quote: { from: `${judge} wrote`, text: feedback, isMarkdown: true } } : {}),
      action: {
        label: isApproved ? 'See your answer' : 'Hand in a new answer',
        path: `/dashboard/league/${encodeURIComponent(league.id)}`,
      },
      reason: `You get this message because you handed in an answer at ${product.name}.`,
      unsubscribe,
    };
  },
} satisfies MessageMakers;
