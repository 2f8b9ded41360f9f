import { atom, type ReadableAtom } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import { listNews, markNewsRead, type NewsItem } from '#contract/news.ts';
import { dayOf, toLongDate } from '../format/dates.ts';
import { callApi } from '../http/api.ts';
import { createQuery } from '../query/query.ts';
import { $session } from '../session/session.ts';

type News = DataOf<typeof listNews>;

/** Stale at once, so that each visit asks again. */
export const news = createQuery('news', () => callApi(listNews), { offline: true, staleMs: 0 });

const $ids = atom<ReadonlySet<string>>(new Set());
/** Items that were unread when this visit first showed them. */
export const $newIds: ReadableAtom<ReadonlySet<string>> = $ids;

/** Follows the count of unread news until the returned function ends the visit. */
export function openNews(): () => void {
  const stop = $session.listen(({ user }) => {
    const { data } = news.$state.get();
    if (data && (user?.unreadNews ?? 0) > data.unread) void news.refresh();
  });
  return () => {
    stop();
    $ids.set(new Set());
  };
}

/** Call once the items are on screen. After a failure they stay unread, and the next visit marks them. */
export async function markShown({ items, unread }: News): Promise<void> {
  showUnread(unread);
  const newest = items[0]?.at;
  const unreadIds = items.filter(({ isUnread }) => isUnread).map(({ id }) => id);
  if (!newest || unreadIds.length === 0) return;
  $ids.set(new Set([...$ids.get(), ...unreadIds]));
  const left = await callApi(markNewsRead, { body: { until: newest } }).catch(() => null);
  if (!left) return;
  news.change((data) => ({
    unread: left.unread,
    items: data.items.map((item) => (item.at > newest ? item : { ...item, isUnread: false })),
  }));
  showUnread(left.unread);
}

function showUnread(unreadNews: number): void {
  const session = $session.get();
  if (session.state !== 'signedIn' || session.user.unreadNews === unreadNews) return;
  $session.set({ ...session, user: { ...session.user, unreadNews } });
}

export const TODAY = 'Today';

export function groupByDay(
  items: readonly NewsItem[],
  now: number = Date.now(),
): ReadonlyMap<string, NewsItem[]> {
  const days = new Map<string, NewsItem[]>();
  for (const item of items) {
    const age = dayOf(now) - dayOf(Date.parse(item.at));
    const day = [TODAY, 'Yesterday'][age] ?? toLongDate(item.at);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return days;
}
