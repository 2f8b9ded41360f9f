import { describe, expect, test } from 'bun:test';
import type { CommitUpdate } from '#site/islands/updates/commits.ts';
import { FEED_LENGTH, type News, toAtom } from './atom.ts';
import { toEventNews, toUpdateNews } from './news.ts';

const origin = new URL('https://league.example');
const event = (id: string, date: string, title = 'Open mic') =>
  toEventNews({
    id,
    data: { title, description: 'Five minutes each.', date, location: 'Lawn', category: 'Showcase' },
  });

/** What stands in each `<name>` element, CDATA and entities undone once. */
function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g'));
  return [...found].map(([, inner = '']) =>
    inner.replaceAll(']]]]><![CDATA[>', ']]>').replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1'),
  );
}

describe('the feed (RFC 4287)', () => {
  test('feed and entries have an id, a title and a day; newest first, each linked', () => {
    const xml = toAtom([event('a', '2025-06-01'), event('b', '2025-09-20')], origin);
    expect(textsOf(xml, 'id')).toEqual([
      'https://league.example/',
      'https://league.example/events/b',
      'https://league.example/events/a',
    ]);
    expect(textsOf(xml, 'updated')[0]).toBe('2025-09-20T00:00:00.000Z');
    expect(textsOf(xml, 'updated')).toHaveLength(3);
    expect(xml).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
    expect(xml).toContain('<link rel="self" href="https://league.example/feed.xml"/>');
    expect(textsOf(xml, 'name').length).toBeGreaterThan(0);
  });

  test('words with markup in them stay words', () => {
    const xml = toAtom([event('a', '2025-06-01', 'A < B & "C" ]]> <script>')], origin);
    expect(textsOf(xml, 'title')[1]).toBe('A &lt; B &amp; &quot;C&quot; ]]&gt; &lt;script&gt;');
    const news = {
      path: '/a',
      title: 'A',
      summary: '<b> & "C" ]]>',
      published: new Date(0),
      category: 'Showcase',
    };
    expect(textsOf(toAtom([news], origin), 'summary')).toEqual(['&lt;b&gt; &amp; &quot;C&quot; ]]&gt;']);
  });

  test('it is as long as readers keep, and valid with nothing to tell', () => {
    const many: News[] = Array.from({ length: 80 }, (_, index) => event(`e${index}`, '2025-06-01'));
    expect(toAtom(many, origin).match(/<entry>/g)).toHaveLength(FEED_LENGTH);
    expect(toAtom([], origin)).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  });

  test('the changes of a day are one entry, and a day that may be cut is left out', () => {
    const change = (day: string, at: string, summary: string): CommitUpdate => ({
      id: summary,
      date: day,
      time: '',
      summary,
      category: 'Features',
      commitHash: '0123456',
      author: 'asha <a>',
      repo: 'client',
      timestamp: Date.parse(at),
    });
    const news = toUpdateNews([
      change('Jun 13, 2025', '2025-06-13T10:00:00Z', 'Second & last'),
      change('Jun 13, 2025', '2025-06-13T08:00:00Z', 'First'),
      change('Jun 12, 2025', '2025-06-12T08:00:00Z', 'Cut off'),
    ]);
    expect(news).toHaveLength(1);
    expect(news[0]).toMatchObject({
      path: '/updates#day-jun-13-2025',
      title: 'Platform updates, Jun 13, 2025: 2 changes',
      html: '<ul><li>Second &amp; last (client, asha &lt;a&gt;)</li><li>First (client, asha &lt;a&gt;)</li></ul>',
    });
    expect(news[0]?.published.toISOString()).toBe('2025-06-13T08:00:00.000Z');
    expect(news[0]?.updated?.toISOString()).toBe('2025-06-13T10:00:00.000Z');
    expect(toUpdateNews([])).toEqual([]);
  });
});
