import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { OwnSession } from '#contract/own-account.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { toLongDate, toTimeAgo } from '../../../shared/format/dates.ts';
import { LongList } from '../../long-list/LongList.tsx';
import { LoadFailure } from '../../shell/LoadFailure.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { Outcome } from './Outcome.tsx';
import {
  $ownSessions,
  closeEndQuestion,
  closeSessions,
  type EndQuestion,
  endConfirmedSessions,
  loadSessions,
  openEndQuestion,
} from './own-sessions.ts';

export function SessionsCard() {
  const { state, sessions, question, isEnding, result } = useStore($ownSessions);
  useEffect(() => {
    void loadSessions();
    return closeSessions;
  }, []);
  const others = sessions.filter((session) => !session.isCurrent);
  return (
    <TitledCard
      title="Where you are signed in"
      action={
        others.length > 0 ? (
          <Button
            variant="secondary"
            size="small"
            onClick={() => openEndQuestion({ kind: 'others', count: others.length })}
          >
            Sign out of all others
          </Button>
        ) : null
      }
    >
      {state === 'loading' ? <Waiting /> : null}
      {state === 'failed' ? (
        <LoadFailure
          title="Your devices could not be listed"
          retryLabel="Try again"
          onRetry={() => void loadSessions()}
        >
          You are still signed in. Nothing has changed.
        </LoadFailure>
      ) : null}
      {state === 'ready' ? (
        <>
          <LongList
            entries={sessions}
            name="sessions"
            noun="device"
            first={6}
            className="-my-3 divide-y divide-line"
            toKey={({ id }) => id}
          >
            {(session) => <SessionRow session={session} />}
          </LongList>
          <p className="mt-4 text-sm text-muted">
            {others.length === 0
              ? 'You are signed in on this device only.'
              : "Don't recognise one? Sign it out, then change your password."}
          </p>
        </>
      ) : null}
      <div className={result ? 'mt-4' : ''}>
        <Outcome result={result} />
      </div>
      <ConfirmDialog
        open={question !== null}
        title={question ? toTitle(question) : ''}
        confirmLabel="Sign out"
        busy={isEnding}
        busyLabel="Signing out…"
        onConfirm={() => void endConfirmedSessions()}
        onCancel={closeEndQuestion}
      >
        {question?.kind === 'one'
          ? 'That device is signed out now.'
          : 'Every other device is signed out now.'}
      </ConfirmDialog>
    </TitledCard>
  );
}

function toTitle(question: EndQuestion): string {
  return question.kind === 'one'
    ? `Sign out of ${question.session.device}?`
    : question.count === 1
      ? 'Sign out of the other device?'
      : `Sign out of ${question.count} other devices?`;
}

function SessionRow({ session }: { session: OwnSession }) {
  const { device, address, createdAt, lastSeenAt, isCurrent } = session;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-strong [overflow-wrap:anywhere]">
          {device}
          {isCurrent ? <Badge tone="active">This device</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {isCurrent ? 'In use now' : `Last used ${toTimeAgo(lastSeenAt)}`}
          {address ? ` · from ${address}` : ''} · since {toLongDate(createdAt)}
        </p>
      </div>
      {isCurrent ? null : (
        <Button variant="secondary" size="small" onClick={() => openEndQuestion({ kind: 'one', session })}>
          Sign out<span className="sr-only"> of {device}</span>
        </Button>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Loading label="Loading your devices..." className="grid gap-5 py-3">
      {['w-48', 'w-40'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={`h-5 ${width}`} />
          <Skeleton className="h-4 w-3/4 max-w-80" />
        </div>
      ))}
    </Loading>
  );
}
