import { Feed } from 'feed';
import site from '#content/site.json';
import { type Origin, toAddress } from '#site/seo/structured-data.ts';

/** One entry of the feed. */
export interface News {
  /** Path of the page, with '#…' where it has several; also the entry's id. */
  path: string;
  title: string;
  /** Plain words. */
  summary: string;
  /** For more than the summary. */
  html?: string;
  published: Date;
  /** The last change, where it came later. */
  updated?: Date;
  category: string;
}

/** As many as readers keep; older ones stay on the site. */
export const FEED_LENGTH = 50;

/** The newest news as an Atom feed (RFC 4287). */
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
      // The feed's titles and summaries are read as HTML.
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
