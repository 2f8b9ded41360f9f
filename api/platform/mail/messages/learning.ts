import { toPrintedCode } from '#contract/certificate-code.ts';
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

interface Badge {
  name: string;
  badge: string;
  league: string;
  how: keyof typeof REASONS;
  code?: string;
}

const CERTIFICATE_WORDS =
  'Your certificate has its own link. Print it, save it as PDF, or share the link: anyone can check it.';

const REASONS = {
  completed: (league: string) =>
    `You finished every topic of ${league}. Well done! The badge is yours and counts on the leaderboard.`,
  achieved: () => 'You earned it with your own work. Well done! It counts on the leaderboard.',
  given: (league: string) =>
    `The people who run ${league} gave you this badge. It counts on the leaderboard.`,
};

interface Certificate {
  name: string;
  title: string;
  code: string;
  of: 'league' | 'specialization';
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
  BADGE_EARNED: ({ name, badge, league, how, code }: Badge) => {
    const title = toLine(badge);
    return {
      subject: `You earned a badge: ${title}`,
      preview: `It counts on the ${product.name} leaderboard.`,
      name,
      title: 'You earned a badge',
      prize: { name: title, from: toLine(league) },
      paragraphs: [REASONS[how](toLine(league)), ...(code ? [CERTIFICATE_WORDS] : [])],
      action: code
        ? { label: 'View your certificate', path: `/certificates/${toPrintedCode(code)}` }
        : { label: 'Open your dashboard', path: '/dashboard' },
    };
  },
  /** For a specialization, or a league without a badge. */
  CERTIFICATE_ISSUED: ({ name, title, code, of }: Certificate) => {
    const what = toLine(title);
    return {
      subject: `Your certificate: ${what}`,
      preview: 'It has its own link, so anyone can check it.',
      name,
      title: 'Your certificate is ready',
      prize: { name: what, from: `${product.name} certificate` },
      paragraphs: [
        of === 'league'
          ? `You finished every topic of ${what}. Well done!`
          : `You finished every league of the specialization ${what}. Well done!`,
        CERTIFICATE_WORDS,
      ],
      action: { label: 'View your certificate', path: `/certificates/${toPrintedCode(code)}` },
    };
  },
} satisfies MessageMakers;
