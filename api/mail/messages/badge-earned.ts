import { product } from '../../product.ts';
import { ACCOUNT_REASON, type MailWords, toLine } from './words.ts';

interface Badge {
  name: string;
  badge: string;
  league: string;
  /** Completed the whole league, or was given it by staff. */
  how: 'completed' | 'given';
}

/** Tells a learner that a badge is theirs. */
export function toBadgeEarnedMessage({ name, badge, league, how }: Badge): MailWords {
  const title = toLine(badge);
  return {
    subject: `You earned a badge: ${title}`,
    preview: `It counts on the ${product.name} leaderboard.`,
    name,
    title: 'You earned a badge',
    prize: { name: title, from: toLine(league) },
    paragraphs: [
      how === 'completed'
        ? `You finished every topic of ${toLine(league)}. That took staying power. The badge is yours and counts on the leaderboard.`
        : `The people who run ${toLine(league)} gave you this badge. It is yours and counts on the leaderboard.`,
    ],
    action: { label: 'Open your dashboard', path: '/dashboard' },
    reason: ACCOUNT_REASON,
  };
}
