import { Feed } from 'feed';
import site from '#content/site.json';
import { type Origin, toAddress } from '#site/seo/structured-data.ts';

export interface News {
  /** Path of the page, with a fragment if needed; also the entry's id. */
  path: string;
  title: string;
  /** Plain text. */
  summary: string;
  html?: string;
  published: Date;
  updated?: Date;
  category: string;
}

export const FEED_LENGTH = 50;

export function toAtom(news: readonly News[], origin: Origin): string {
  const changeOf = ({ published, updated = published }: News) => updated;
  const newest = [...news]
    .sort((a, b) => changeOf(b).getTime() - changeOf(a).getTime())
    .slice(0, FEED_LENGTH);
  const home = toAddress('/', origin);
  const feed = new Feed({
    id: home,
    title: `${site.name}: events and updates`,
    description: site.tagline,
    link: home,
    language: 'en',
    feedLinks: { atom: toAddress('/feed.xml', origin) },
    favicon: toAddress('/favicon.svg', origin),
    image: toAddress('/icons/app-512.png', origin),
    copyright: site.name,
    generator: site.name,
    author: { name: site.name, email: site.mailbox, link: home },
    updated: newest[0] ? changeOf(newest[0]) : new Date(0),
  });
  for (const entry of newest) {
    const address = toAddress(entry.path, origin);
    feed.addItem({
      id: address,
      link: address,
      // Feed readers parse titles and summaries as HTML.
      title: Bun.escapeHTML(entry.title),
      description: Bun.escapeHTML(entry.summary),
      ...(entry.html && { content: entry.html }),
      date: changeOf(entry),
      published: entry.published,
      category: [{ name: entry.category, term: entry.category }],
    });
  }
  return feed.atom1();
}
