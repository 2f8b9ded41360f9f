import type { DataOf } from '#contract/call.ts';
import { listNews, markNewsRead } from '#contract/news.ts';
import { callApi } from '../http/api.ts';
import { createQuery } from '../query/query.ts';
import { $session } from '../session/session.ts';

type News = DataOf<typeof listNews>;

/** Stale at once, so that each visit asks again. */
export const news = createQuery('news', () => callApi(listNews), { offline: true, staleMs: 0 });

/** Follows the count of unread news until the returned function ends the visit. */
export function openNews(): () => void {
  return $session.listen(({ user }) => {
    const { data } = news.$state.get();
    if (data && (user?.unreadNews ?? 0) > data.unread) void news.refresh();
  });
}

/** Call once the items are on screen. After a failure they stay unread, and the next visit marks them. */
export async function markShown({ items, unread }: News): Promise<void> {
  showUnread(unread);
  const newest = items[0]?.at;
  if (!newest || !items.some(({ isUnread }) => isUnread)) return;
  const reply = await callApi(markNewsRead, { body: { until: newest } }).catch(() => 'failed');
  if (reply === 'failed') return;
  news.change((data) => ({
    unread: 0,
    items: data.items.map((item) => (item.at > newest ? item : { ...item, isUnread: false })),
  }));
  showUnread(0);
}

function showUnread(unreadNews: number): void {
  const session = $session.get();
  if (session.state !== 'signedIn' || session.user.unreadNews === unreadNews) return;
  $session.set({ ...session, user: { ...session.user, unreadNews } });
}
