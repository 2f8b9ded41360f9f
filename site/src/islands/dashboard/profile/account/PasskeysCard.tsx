import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Passkey, PasskeyOverview } from '#contract/passkeys.ts';
import { canUsePasskeys } from '#site/islands/shared/passkeys/passkey-host.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { toLongDate, toTimeAgo } from '../../../shared/format/dates.ts';
import { LoadFailure } from '../../shell/LoadFailure.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { Outcome } from './Outcome.tsx';
import {
  $ownPasskeys,
  closePasskeys,
  closeQuestion,
  loadPasskeys,
  openQuestion,
  type PasskeyQuestion,
  runConfirmedAction,
} from './own-passkeys.ts';
import { AddPasskeyDialog, RecoveryCodesDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx';

export function PasskeysCard() {
  const { state, overview, question, isBusy, result, codes } = useStore($ownPasskeys);
  const [isAdding, setIsAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void loadPasskeys();
    return closePasskeys;
  }, []);
  useEffect(() => {
    if (state === 'ready' && location.hash === '#passkeys') place.current?.scrollIntoView();
  }, [state]);
  const { passkeys, isAvailable } = overview;
  const canAdd = isAvailable && canUsePasskeys();
  return (
    <div ref={place} id="passkeys" className="scroll-mt-24">
      <TitledCard
        title="Passkeys"
        action={
          state === 'ready' && canAdd ? (
            <Button
              variant={passkeys.length === 0 ? 'primary' : 'secondary'}
              size="small"
              onClick={() => setIsAdding(true)}
            >
              Add a passkey
            </Button>
          ) : null
        }
      >
        {state === 'loading' ? <Waiting /> : null}
        {state === 'failed' ? (
          <LoadFailure
            title="Your passkeys could not be listed"
            retryLabel="Try again"
            onRetry={() => void loadPasskeys()}
          >
            They still work. Nothing has changed.
          </LoadFailure>
        ) : null}
        {state === 'ready' ? <Ready overview={overview} canAdd={canAdd} onRename={setRenamed} /> : null}
        <div className={result ? 'mt-4' : ''}>
          <Outcome result={result} />
        </div>
      </TitledCard>
      {isAdding ? <AddPasskeyDialog count={passkeys.length} onClose={() => setIsAdding(false)} /> : null}
      {renamed ? <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} /> : null}
      {codes && !isAdding ? <RecoveryCodesDialog codes={codes} /> : null}
      <ConfirmDialog
        open={question !== null}
        {...toWords(question, passkeys.length)}
        busy={isBusy}
        onConfirm={() => void runConfirmedAction()}
        onCancel={closeQuestion}
      />
    </div>
  );
}

function toWords(question: PasskeyQuestion | null, count: number) {
  if (question?.kind === 'codes') {
    return {
      title: 'Make new recovery codes?',
      children: 'Your old codes stop working now.',
      confirmLabel: 'Make new codes',
      busyLabel: 'Making codes…',
    };
  }
  return {
    title: question ? `Remove ${question.passkey.name}?` : '',
    children:
      count === 1
        ? 'It no longer signs you in here, and your recovery codes stop working. Your password still works.'
        : 'It no longer signs you in here. You can delete it on your device as well.',
    confirmLabel: 'Remove passkey',
    busyLabel: 'Removing…',
  };
}

interface ReadyProps {
  overview: PasskeyOverview;
  canAdd: boolean;
  onRename: (passkey: Passkey) => void;
}

function Ready({ overview, canAdd, onRename }: ReadyProps) {
  const { passkeys, recoveryCodesLeft } = overview;
  return (
    <div className="grid gap-4">
      <Requirement {...overview} />
      {passkeys.length === 0 ? (
        <p className="text-muted">
          {canAdd
            ? 'Sign in with your fingerprint, your face, a PIN or a security key. A passkey cannot be guessed or phished.'
            : 'Passkeys cannot be used at this address or in this browser.'}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={onRename} />
          ))}
        </ul>
      )}
      {passkeys.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <p
            className={`min-w-0 flex-1 basis-56 text-sm ${recoveryCodesLeft < 3 ? 'text-warning' : 'text-muted'}`}
          >
            {recoveryCodesLeft === 0
              ? 'You have no recovery codes left. You need one to sign in without your passkeys.'
              : `${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left, for when you have no passkey at hand.`}
          </p>
          <Button variant="secondary" size="small" onClick={() => openQuestion({ kind: 'codes' })}>
            New recovery codes
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Requirement({ passkeys, isRequired, requiredFrom }: PasskeyOverview) {
  if (passkeys.length > 0 || (!isRequired && requiredFrom === null)) return null;
  return (
    <Alert
      tone="warning"
      title={isRequired ? 'Your work needs a passkey' : 'You will need a passkey'}
      announce={false}
    >
      {isRequired || requiredFrom === null
        ? 'The staff area stays closed until you add one.'
        : `From ${toLongDate(requiredFrom)} the staff area stays closed without one.`}
    </Alert>
  );
}

function PasskeyRow({ passkey, onRename }: { passkey: Passkey; onRename: (passkey: Passkey) => void }) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-strong [overflow-wrap:anywhere]">
          {name}
          {isSynced ? <Badge tone="neutral">On several devices</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {lastUsedAt ? `Last used ${toTimeAgo(lastUsedAt)}` : 'Not used yet'} · since {toLongDate(createdAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => onRename(passkey)}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="secondary" size="small" onClick={() => openQuestion({ kind: 'remove', passkey })}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  );
}

function Waiting() {
  return (
    <Loading label="Loading your passkeys..." className="grid gap-2 py-3">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-4 w-3/4 max-w-80" />
    </Loading>
  );
}
