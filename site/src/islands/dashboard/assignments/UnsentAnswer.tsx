import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { reloadSubmissions, toAssignmentQueueKey } from '../data/assignment.ts';
import { $unsentActions, onSettled, resend, SYNCS_LATER } from '../data/outbox-actions.ts';
import { useDropDialog } from '../offline/drop-dialog.tsx';

/** The unsent answer, or null. Reloads the submissions once it is sent. */
export function useUnsentAnswer(leagueId: string, assignmentId: string): OutboxAction | null {
  const queueKey = toAssignmentQueueKey(assignmentId);
  const unsent = useStore($unsentActions).find((action) => action.lane === queueKey) ?? null;
  useEffect(
    () =>
      onSettled((action) => {
        if (action.lane === queueKey) void reloadSubmissions(leagueId);
      }),
    [queueKey, leagueId],
  );
  return unsent;
}

interface Props {
  action: OutboxAction;
  onChange: (() => void) | null;
  onLeave: () => void;
}

export function UnsentAnswer({ action, onChange, onLeave }: Props) {
  const { refusal, body } = action;
  const { drop, question } = useDropDialog(onLeave);
  const answer = String(Object.values(body ?? {})[0] ?? '');
  return (
    <div className="px-4 pb-5 sm:px-5">
      <Alert
        tone={refusal ? 'danger' : 'info'}
        title={refusal ? 'Your answer was not accepted' : 'Your answer is on this device'}
        action={
          <span className="flex flex-wrap gap-2">
            {refusal && onChange ? (
              <SmallButton onClick={onChange}>
                Change<span className="sr-only"> the answer</span>
              </SmallButton>
            ) : null}
            {refusal ? (
              <SmallButton
                onClick={() => {
                  void resend(action);
                  onLeave();
                }}
              >
                Send again
              </SmallButton>
            ) : null}
            {refusal || action.tries === 0 ? (
              <SmallButton className="text-danger!" onClick={() => drop(action)}>
                Drop<span className="sr-only"> the answer</span>
              </SmallButton>
            ) : null}
          </span>
        }
      >
        <p>{refusal ? refusal.message : SYNCS_LATER}</p>
        <div className="mt-2 max-h-40 overflow-y-auto text-strong">
          <Markdown text={answer} />
        </div>
      </Alert>
      {question}
    </div>
  );
}
