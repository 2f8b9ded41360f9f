import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MessageMakers, toLine, toPlainName } from './content.ts';

interface Announcement {
  name: string;
  title: string;
  /** Markdown. */
  body: string;
  /** Null if the account was deleted. */
  author: string | null;
  cohort: { name: string } | null;
  league: { id: string; name: string } | null;
  unsubscribe: string;
}

interface Digest {
  name: string;
  /** Sentences without a full stop, at least one. */
  lines: readonly string[];
  /** News that is not in `lines`. */
  more: number;
  isWeekly: boolean;
  unsubscribe: string;
}

export const NEWS_MESSAGES = {
  ANNOUNCEMENT: ({ name, title, body, author, cohort, league, unsubscribe }: Announcement) => {
    const place = (league ?? cohort)?.name ?? null;
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
  NEWS_DIGEST: ({ name, lines, more, isWeekly, unsubscribe }: Digest) => {
    const [first = '', ...others] = lines.map(toLine);
    const count = 1 + others.length + more;
    return {
      subject: count === 1 && first.length <= 78 ? first : `Your news from ${product.name}`,
      preview: first,
      name,
      title: 'News for you',
      paragraphs: [
        ...[first, ...others].map((line) => `• ${line}`),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      action: { label: 'See your news', path: '/dashboard/news' },
      reason: isWeekly
        ? `You get this message on Sundays, when there was news for you at ${product.name}.`
        : `You get this message once a day at most, when there is news for you at ${product.name}.`,
      unsubscribe,
    };
  },
} satisfies MessageMakers;
