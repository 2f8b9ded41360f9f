import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { NewsItem, NewsKind } from '#contract/news.ts';
import { chevronDown } from '#site/icons/arrows.ts';
import { bell, book, calendar, certificate, medal, note } from '#site/icons/learning.ts';
import { shield, user } from '#site/icons/people.ts';
import { checkCircle, clock } from '#site/icons/states.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { toShortDateTime, toTime, toTimeAgo } from '../format/dates.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { useQuery } from '../query/query.ts';
import { $newIds, groupByDay, markShown, news, openNews, TODAY } from './news.ts';

// Partial, because a newer server may send a kind unknown here.
const ICONS: Partial<Record<NewsKind, string>> = {
  NEW_RESOURCES: book,
  ASSIGNMENT_DUE: calendar,
  SUBMISSION_REVIEWED: checkCircle,
  BADGE_EARNED: medal,
  CERTIFICATE_ISSUED: certificate,
  STREAK_ENDS: clock,
  SUBMISSIONS_TO_REVIEW: note,
  ACCOUNT_APPROVED: user,
  NEW_DEVICE: shield,
};

/** `area` is where links stay within the app. */
export function NewsList({ area }: { area: '/dashboard' | '/admin' }) {
  const { data, error, isLoading, asOf } = useQuery(news);
  const newIds = useStore($newIds);
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
      {data ? (
        <div className="mt-6 grid gap-6 empty:hidden">
          {[...groupByDay(data.items)].map(([day, items]) => (
            <section key={day} aria-label={day}>
              <h2 className="font-sans text-sm text-muted">{day}</h2>
              <ul className="@container mt-2 grid gap-px overflow-clip rounded-lg border border-line bg-line">
                {items.map((item) => (
                  <Item
                    key={item.id}
                    item={item}
                    isNew={item.isUnread || newIds.has(item.id)}
                    isToday={day === TODAY}
                    isInArea={item.path?.startsWith(area) === true}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : null}
    </>
  );
}

interface ItemProps {
  item: NewsItem;
  isNew: boolean;
  isToday: boolean;
  isInArea: boolean;
}

function Item({ item: { kind, text, path, at, announcement }, isNew, isToday, isInArea }: ItemProps) {
  const [isOpen, setIsOpen] = useState(isNew);
  const id = useId();
  const look = `text-start leading-snug ${isNew ? 'font-semibold text-strong' : ''}`;
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 bg-surface p-4 has-[a.row:hover,button:hover]:bg-hover sm:gap-x-4 sm:px-5">
      <span
        className={`grid size-9 place-items-center rounded-full ${isNew ? 'bg-brand text-on-brand' : 'bg-sunken text-strong'}`}
      >
        <Icon path={ICONS[kind] ?? bell} size={18} />
      </span>
      <div className="min-w-0 @max-[14rem]:col-span-2 [overflow-wrap:anywhere]">
        {announcement ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
            className={`flex w-full items-start gap-3 after:absolute after:inset-x-0 after:top-0 after:h-17 ${look}`}
          >
            <span className="flex-1">{announcement.title}</span>
            <Icon path={chevronDown} className={`text-muted ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        ) : path ? (
          <a
            href={path}
            target={isInArea ? undefined : '_self'}
            className={`row after:absolute after:inset-0 hover:underline ${look}`}
          >
            {text}
          </a>
        ) : (
          <p className={look}>{text}</p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {isNew ? <Badge tone="brand">New</Badge> : null}
          <time dateTime={at} title={toShortDateTime(at)}>
            {isToday ? toTimeAgo(at) : toTime(at)}
          </time>
          {announcement?.author ? <span>by {announcement.author}</span> : null}
        </p>
        {announcement && isOpen ? (
          <div id={id}>
            <Markdown text={announcement.body} className="mt-2 max-w-measure" />
          </div>
        ) : null}
      </div>
    </li>
  );
}
