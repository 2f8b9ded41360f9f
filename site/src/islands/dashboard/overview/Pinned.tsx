import { useState } from 'react';
import type { Announcement } from '#contract/news.ts';
import { close } from '#site/icons/actions.ts';
import { Markdown, PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { toShortDateTime, toTimeAgo } from '../../shared/format/dates.ts';
import { closePinned } from './pinned.ts';

const ID = 'announcements';

export function Pinned({ pinned }: { pinned: readonly Announcement[] }) {
  return (
    <section id={ID} aria-label="Announcements" className="mt-6">
      <ul className="grid gap-4">
        {pinned.map((announcement) => (
          <PinnedCard key={announcement.id} announcement={announcement} />
        ))}
      </ul>
    </section>
  );
}

function PinnedCard({ announcement }: { announcement: Announcement }) {
  const { title, body, author, publishAt } = announcement;
  const [isOpen, setIsOpen] = useState(false);
  const closeCard = () => {
    void closePinned(announcement);
    focusLater(() => document.querySelector<HTMLElement>(`#${ID} button`));
  };
  return (
    <li className="relative rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-col items-start gap-2 [overflow-wrap:anywhere]">
        <h2 className="text-lg leading-snug">{title}</h2>
        <p className="eyebrow order-first pe-10">
          <span className="min-w-0">
            Announcement {author ? `by ${author} ` : ''}
            <time dateTime={publishAt} title={toShortDateTime(publishAt)} className="font-normal">
              {toTimeAgo(publishAt)}
            </time>
          </span>
        </p>
        {isOpen ? (
          <Markdown text={body} className="max-w-measure" />
        ) : (
          <p className="line-clamp-3 max-w-measure" dir="auto">
            <PlainText text={body} />
          </p>
        )}
        <SmallButton className="mt-1.5" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Read less' : 'Read more'}
          <span className="sr-only">: {title}</span>
        </SmallButton>
      </div>
      <IconButton label={`Close: ${title}`} className="absolute end-1 top-1 text-muted" onClick={closeCard}>
        <Icon path={close} />
      </IconButton>
    </li>
  );
}
