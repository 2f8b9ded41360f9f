import { toPrintedCode } from '#contract/certificate-code.ts';
import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent, toLine } from './content.ts';

interface Badge {
  name: string;
  badge: string;
  league: string;
  how: keyof typeof REASONS;
  code?: string;
}

export const CERTIFICATE_WORDS =
  'Your certificate has its own link. Print it, save it as PDF, or share the link: anyone can check it.';

const REASONS = {
  completed: (league: string) =>
    `You finished every topic of ${league}. Well done! The badge is yours and counts on the leaderboard.`,
  achieved: () => 'You earned it with your own work. Well done! It counts on the leaderboard.',
  given: (league: string) =>
    `The people who run ${league} gave you this badge. It counts on the leaderboard.`,
};

export function toBadgeEarnedMessage({ name, badge, league, how, code }: Badge): MailContent {
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
    reason: ACCOUNT_REASON,
  };
}
