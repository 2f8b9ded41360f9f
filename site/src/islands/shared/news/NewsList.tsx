import { useEffect, useState } from 'react';
import type { NewsItem, NewsKind } from '#contract/news.ts';
import { bell, book, calendar, certificate, medal, note } from '#site/icons/learning.ts';
import { shield, user, users } from '#site/icons/people.ts';
import { checkCircle, clock } from '#site/icons/states.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { toShortDateTime, toTimeAgo } from '../format/dates.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { useQuery } from '../query/query.ts';
import { markShown, news, openNews } from './news.ts';

// Partial, because a newer server may send a kind unknown here.
const ICONS: Partial<Record<NewsKind, string>> = {
  NEW_RESOURCES: book,
  ASSIGNMENT_DUE: calendar,
  SUBMISSION_REVIEWED: checkCircle,
  BADGE_EARNED: medal,
  CERTIFICATE_ISSUED: certificate,
  SESSION: users,
  STREAK_ENDS: clock,
  SUBMISSIONS_TO_REVIEW: note,
  ACCOUNT_APPROVED: user,
  NEW_DEVICE: shield,
};

/** `area` is where links stay within the app. */
export function NewsList({ area }: { area: '/dashboard' | '/admin' }) {
  const { data, error, isLoading, asOf } = useQuery(news);
  useEffect(openNews, []);
  useEffect(() => {
    if (data && !isLoading && asOf === undefined) void markShown(data);
  }, [data, isLoading, asOf]);
  return (
    <>
      {error ? (
        <ErrorState
          className="mt-6"
          title="Your news did not load"
          onRetry={() => void news.ensure()}
          busy={isLoading}
        >
          {error.message}
        </ErrorState>
      ) : null}
      {!data && isLoading ? (
        <Loading label="Loading your news…" className="mt-6">
          <Skeleton className="h-5 w-24" />
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="mt-3 h-20 w-full rounded-lg" />
          ))}
        </Loading>
      ) : null}
      {asOf !== undefined && area === '/admin' ? (
        <p role="status" className="mt-3 text-sm text-muted">
          You're offline. Showing your news from {toShortDateTime(new Date(asOf).toISOString())}.
        </p>
      ) : null}
      {data?.items.length === 0 ? (
        <EmptyState className="mt-6" title="Nothing new yet">
          Reviews, badges, due dates, new resources and announcements show up here.
        </EmptyState>
      ) : null}
      {data?.items.length ? (
        <ul className="@container mt-6 grid gap-px overflow-clip rounded-lg border border-line bg-line">
          {data.items.map((item) => (
            <Item key={item.id} item={item} area={area} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Item({ item, area }: { item: NewsItem; area: string }) {
  const { kind, text, path, at, announcement } = item;
  // Marked during the whole visit, although the list counts as read once it is shown.
  const [wasUnread] = useState(item.isUnread);
  const isNew = wasUnread || item.isUnread;
  const [isOpen, setIsOpen] = useState(isNew);
  const title = (
    <>
      <span className={`font-sans leading-snug ${isNew ? 'font-semibold text-strong' : 'font-normal'}`}>
        {text}
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-sm font-normal text-muted">
        {isNew ? <Badge tone="brand">New</Badge> : null}
        <time dateTime={at} title={toShortDateTime(at)}>
          {toTimeAgo(at)}
        </time>
        {announcement?.author ? <span>by {announcement.author}</span> : null}
      </span>
    </>
  );
  const place = 'min-w-0 @max-[14rem]:col-span-2 [overflow-wrap:anywhere]';
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 bg-surface p-4 has-[a:hover]:bg-hover sm:gap-x-4 sm:px-5">
      <span
        className={`grid size-9 place-items-center rounded-full ${isNew ? 'bg-brand text-on-brand' : 'bg-sunken text-strong'}`}
      >
        <Icon path={ICONS[kind] ?? bell} size={18} />
      </span>
      {announcement ? (
        <Disclosure level={2} className={`-m-2 ${place}`} title={title} open={isOpen} onToggle={setIsOpen}>
          <Markdown text={announcement.body} className="max-w-measure p-2" />
        </Disclosure>
      ) : path ? (
        <a
          href={path}
          target={path.startsWith(area) ? undefined : '_self'}
          className={`after:absolute after:inset-0 ${place}`}
        >
          {title}
        </a>
      ) : (
        <p className={place}>{title}</p>
      )}
    </li>
  );
}
