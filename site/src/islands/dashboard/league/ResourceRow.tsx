import { useStore } from '@nanostores/react';
import { type FocusEvent, memo, useEffect, useRef } from 'react';
import { toIconHost } from '#contract/favicons.ts';
import { share } from '#site/icons/actions.ts';
import { note } from '#site/icons/learning.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { BareCheckbox } from '#site/islands/ui/Checkbox.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { toMinutesText, toResourceTypeText } from '#site/labels.ts';
import type { ResourceView } from '../data/league-view.ts';
import { toResourceQueueKey } from '../data/optimistic-update.ts';
import { type ResourceProgress, toProgressLabel, toProgressState } from '../data/progress.ts';
import { type RowQuestion, rowId } from '../data/row.ts';
import { UnsentMark } from '../offline/UnsentMark.tsx';
import { NotePreview } from './NotePreview.tsx';
import { $busyResources, $celebrated, markForRevision, tick, unmarkForRevision } from './resource-actions.ts';
import { useSelected } from './select.ts';
import { fallbackIcon, siteIcons, siteOf } from './site-icons.ts';

interface Props {
  leagueId: string;
  resource: ResourceView;
  onAsk: (question: RowQuestion) => void;
}

const ACTION =
  'inline-flex min-h-11 items-center max-sm:min-w-11 justify-center gap-2 rounded-md px-2.5 text-sm font-semibold text-strong hover:bg-hover disabled:text-faint disabled:hover:bg-transparent lg:min-h-9';

const CELL = 'lg:px-3 lg:py-0.5 lg:align-middle';

export const ResourceRow = memo(function ResourceRow({ leagueId, resource, onAsk }: Props) {
  const { id, title, url, type, minutes, progress } = resource;
  const isBusy = useSelected($busyResources, (busy) => busy.has(id));
  const isCelebrated = useSelected($celebrated, (celebrated) => celebrated === id);
  const keepFocus = useRestoredFocus(isBusy);
  const ask = (kind: RowQuestion['kind']) => onAsk({ kind, resourceId: id });
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: laid out as a block on phones, see ResourceTable
    <tr
      role="row"
      id={rowId(id)}
      aria-busy={isBusy || undefined}
      data-celebrated={isCelebrated || undefined}
      onFocus={keepFocus}
      className="resource-row"
    >
      <td role="cell" className={`self-start ${CELL}`}>
        <BareCheckbox
          label={title}
          checked={progress.isCompleted}
          disabled={isBusy}
          onChange={() => (progress.isCompleted ? ask('untick') : void tick(leagueId, id))}
          className="relative -mx-2.5 min-h-11 w-11 px-2.5"
        >
          {isCelebrated ? <Burst /> : null}
        </BareCheckbox>
      </td>
      <td
        role="cell"
        className={`col-span-4 [overflow-wrap:anywhere] max-sm:flex max-sm:items-center max-sm:gap-2 @max-[13rem]:col-span-2 ${CELL} lg:py-2`}
      >
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="ring-within font-semibold text-strong underline decoration-line decoration-2 underline-offset-4 hover:decoration-brand max-sm:flex max-sm:min-h-11 max-sm:min-w-0 max-sm:items-center max-sm:leading-5 sm:max-lg:mr-1 sm:max-lg:inline-block sm:max-lg:py-3"
        >
          <span className="max-sm:line-clamp-2">{title}</span>
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {/* A space before the mark: a margin that does not fit would wrap onto its own line. */}
        <ProgressMark progress={progress} />
        <UnsentMark queueKey={toResourceQueueKey(id)} />
        {progress.personalNote ? (
          <p className="mt-0.5 line-clamp-1 text-xs text-muted max-sm:sr-only max-lg:mb-1.5">
            <span className="sr-only">Your note: </span>“<NotePreview note={progress.personalNote} />”
          </p>
        ) : null}
      </td>
      <td role="cell" className={`col-span-2 @max-[13rem]:col-span-3 ${CELL}`}>
        <span className="flex min-w-0 items-center gap-2 text-muted">
          <SiteIcon url={url} type={type} />
          <span className="leading-tight sm:flex sm:gap-2 sm:whitespace-nowrap">
            <span className="block max-[21.5rem]:sr-only">{toResourceTypeText(type)}</span>
            {minutes === null ? null : (
              <span className="block text-sm/tight tabular-nums max-sm:text-xs/tight">
                {toMinutesText(minutes)}
              </span>
            )}
          </span>
          <span className="min-w-0 truncate text-xs text-faint max-sm:hidden">{siteOf(url)}</span>
        </span>
      </td>
      <td role="cell" data-cell="note" className={`@max-[13rem]:col-span-2 @max-[13rem]:w-max ${CELL}`}>
        <button
          type="button"
          className={`${ACTION} lg:-ms-2.5 ${progress.personalNote ? 'max-sm:bg-sunken' : ''}`}
          disabled={isBusy}
          aria-label={`${progress.personalNote ? 'Edit' : 'Add'} note: ${title}`}
          onClick={() => ask('note')}
        >
          <Icon path={note} size={16} />
          <span className="max-sm:hidden">{progress.personalNote ? 'Edit' : 'Add'}</span>
        </button>
      </td>
      <td role="cell" data-cell="revision" className={`@max-[13rem]:order-1 @max-[13rem]:col-span-3 ${CELL}`}>
        <Switch
          label={`Revision: ${title}`}
          labelHidden
          checked={progress.markedForRevision}
          disabled={isBusy}
          onChange={(isMarked) => void (isMarked ? markForRevision : unmarkForRevision)(leagueId, id)}
        >
          <span className="font-semibold text-strong lg:hidden" aria-hidden="true">
            Revise
          </span>
        </Switch>
      </td>
      <td role="cell" data-cell="share" className={`justify-self-end ${CELL}`}>
        <button
          type="button"
          className={ACTION}
          disabled={isBusy || !progress.isCompleted}
          aria-label={`Share: ${title}`}
          onClick={() => ask('share')}
        >
          <Icon path={share} size={16} />
          <span className="max-sm:hidden lg:hidden">Share</span>
        </button>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: laid out as a block on phones, see ResourceTable
  );
});

function ProgressMark({ progress }: { progress: ResourceProgress }) {
  const words = toProgressLabel(progress);
  switch (toProgressState(progress)) {
    case 'NEEDS_REVISION':
      return (
        <>
          {' '}
          <Badge tone="warning" className="my-1 mr-2 max-sm:sr-only lg:my-0.5">
            {words}
          </Badge>
        </>
      );
    case 'IN_PROGRESS':
      return (
        <>
          {' '}
          <Badge tone="info" className="my-1 mr-2 max-sm:sr-only lg:my-0.5">
            {words}
          </Badge>
        </>
      );
    default:
      return <span className="sr-only">, {words}</span>;
  }
}

// Returns focus to a control that was disabled during its action.
function useRestoredFocus(isBusy: boolean): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isBusy && document.activeElement === document.body) last.current?.focus({ preventScroll: true });
    if (!isBusy) last.current = null;
  }, [isBusy]);
  return (event) => {
    if (event.target instanceof HTMLElement) last.current = event.target;
  };
}

function Burst() {
  return (
    <svg className="burst" strokeLinecap="round" viewBox="-24 -24 48 48" aria-hidden="true">
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <line key={angle} x1="0" y1="-13" x2="0" y2="-20" transform={`rotate(${angle})`} />
      ))}
    </svg>
  );
}

function SiteIcon({ url, type }: { url: string; type: string }) {
  const host = toIconHost(url) ?? '';
  const icon = useStore(siteIcons.$icons, { keys: [host] })[host];
  return (
    <img
      src={icon ?? fallbackIcon(type)}
      alt=""
      width={20}
      height={20}
      decoding="async"
      className="size-5 shrink-0 rounded-sm object-contain"
    />
  );
}
