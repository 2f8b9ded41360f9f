import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { offline } from '#site/icons/states.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { reloadUser } from '#site/islands/shared/session/session.ts';
import { announce } from '#site/islands/shared/toast/toast.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { debounce } from '../../shared/clock/debounce.ts';
import { $offlineSince, NO_OFFLINE_COPY, refreshOfflineData } from '../../shared/query/offline-copies.ts';
import { $unsentActions, onSettled, resend, sendOutbox } from '../data/outbox-actions.ts';
import { rowId } from '../data/row.ts';
import { leaguePath } from '../routing/router.ts';
import { toAsOf } from './as-of.ts';
import { useDropDialog } from './drop-dialog.tsx';
import { toActionText, toSentText, toWaitingText } from './outbox-texts.ts';
import { pollWhileVisible } from './poll.ts';

// Groups actions sent within this time into one message.
const ANNOUNCE_MS = 600;

export function OfflineBanner() {
  const since = useStore($offlineSince);
  const unsent = useStore($unsentActions);
  const refused = unsent.filter(({ refusal }) => refusal !== null);
  const waiting = unsent.length - refused.length;
  const status = useRef<HTMLParagraphElement>(null);
  // The row with the pressed button disappears.
  const focusStatus = () => focusLater(() => status.current);
  const { drop, question } = useDropDialog(focusStatus);
  useRefresh(since !== null);
  useEffect(announceSent, []);
  if (since === null && unsent.length === 0) return null;
  return (
    <div className="border-b border-line bg-brand-tint text-strong">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4 px-4 py-2 text-sm sm:px-6 lg:px-8">
        <Icon path={offline} size={18} className="shrink-0 max-sm:mt-0.5 max-sm:self-start" />
        <p
          ref={status}
          role="status"
          tabIndex={-1}
          className="min-w-0 flex-1 basis-40 focus:outline-none sm:basis-64"
        >
          {since === null ? null : toOfflineText(since)}
          {waiting > 0 ? `${toWaitingText(waiting)} ` : null}
          {refused.length > 0 ? 'Not everything was accepted:' : null}
        </p>
        {since !== null || waiting > 0 ? <TryNow /> : null}
        {refused.length > 0 ? (
          <ul className="grid w-full gap-2 pb-1">
            {refused.map((action) => (
              <RefusedAction
                key={action.id}
                action={action}
                onDrop={() => drop(action)}
                onSend={focusStatus}
              />
            ))}
          </ul>
        ) : null}
        {question}
      </div>
    </div>
  );
}

function toOfflineText(since: number): string {
  const shown = since === NO_OFFLINE_COPY ? '' : `Showing your progress from ${toAsOf(since)}. `;
  return `You're offline. ${shown}You can still open your dashboard, the leaderboard and any league you have opened before. `;
}

function TryNow() {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    await Promise.all([sendOutbox(), refreshOfflineData()]);
    setIsBusy(false);
  };
  return (
    <SmallButton busy={isBusy} onClick={() => void run()}>
      Try now
    </SmallButton>
  );
}

interface RefusedProps {
  action: OutboxAction;
  onDrop: () => void;
  onSend: () => void;
}

function RefusedAction({ action, onDrop, onSend }: RefusedProps) {
  const words = toActionText(action);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-3 py-2">
      <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <span className="font-semibold">{words}</span>
        <span className="block text-danger">{action.refusal?.message}</span>
      </p>
      <span className="flex gap-2">
        {action.call === 'saveNote' ? (
          <ButtonLink
            variant="secondary"
            size="small"
            className="max-lg:min-h-11"
            href={`${leaguePath(action.leagueId)}#${rowId(action.params.resourceId ?? '')}`}
          >
            Show<span className="sr-only">: {words}</span>
          </ButtonLink>
        ) : (
          <SmallButton
            onClick={() => {
              void resend(action);
              onSend();
            }}
          >
            Send again<span className="sr-only">: {words}</span>
          </SmallButton>
        )}
        <SmallButton className="text-danger!" onClick={onDrop}>
          Drop<span className="sr-only">: {words}</span>
        </SmallButton>
      </span>
    </li>
  );
}

function useRefresh(isStale: boolean): void {
  useEffect(() => (isStale ? pollWhileVisible(() => void refreshOfflineData()) : undefined), [isStale]);
}

function announceSent(): () => void {
  let count = 0;
  const announceCount = debounce(() => {
    announce(toSentText(count));
    count = 0;
  }, ANNOUNCE_MS);
  // Unmounting does not cancel `announceCount`, so the last message shows after the banner is gone.
  return onSettled(({ call }, { kind }) => {
    if (kind !== 'sent') return;
    count += 1;
    // The account contains the enrollments.
    if (call === 'enrollInLeague') void reloadUser();
    announceCount();
  });
}
