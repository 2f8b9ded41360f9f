import { product } from '../../process/product.ts';
import { type MessageMakers, toLine } from './content.ts';

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
