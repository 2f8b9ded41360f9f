import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MessageMakers, toLine, toPlainName } from './content.ts';

interface Announcement {
  name: string;
  title: string;
  /** Markdown. */
  body: string;
  /** Null if the account was deleted. */
  author: string | null;
  cohort: string | null;
  league: { id: string; name: string } | null;
  unsubscribe: string;
}

export const ANNOUNCEMENT_MESSAGES = {
  ANNOUNCEMENT: ({ name, title, body, author, cohort, league, unsubscribe }: Announcement) => {
    const place = league?.name ?? cohort;
    const from = toPlainName(author ?? '') ?? `The ${product.name} team`;
    return {
      subject: toLine(title),
      preview: `${from} wrote to ${place === null ? 'everyone' : toLine(place)}.`,
      name,
      title: toLine(title),
      paragraphs: [],
      quote: { from: `${from} wrote`, text: body, isMarkdown: true },
      action: league
        ? { label: 'Open the league', path: `/dashboard/league/${encodeURIComponent(league.id)}` }
        : { label: 'Open your dashboard', path: '/dashboard' },
      reason:
        place === null
          ? ACCOUNT_REASON
          : `You get this message because you learn in ${toLine(place)}, or help to run it.`,
      unsubscribe,
    };
  },
} satisfies MessageMakers;
