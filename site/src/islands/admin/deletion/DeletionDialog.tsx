import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { countDeletion, type DeletionContents, type DeletionKind } from '#contract/deletions.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import type { ConfirmedAction } from '../action/confirmed-action.ts';
import { isTyped, toContentsTexts } from './contents.ts';

interface Props<Subject> {
  action: ConfirmedAction<Subject>;
  kind: DeletionKind;
  nameOf: (subject: Subject) => string;
  question: (subject: Subject) => string;
  offer?: (subject: Subject) => ReactNode;
}

export function readContents(kind: DeletionKind, id: string): Promise<DeletionContents> {
  return callApi(countDeletion, { params: { kind, id } });
}

/** Requires the typed name if learners lose something. */
export function DeletionDialog<Subject extends { id: string }>(props: Props<Subject>) {
  const { asked } = useStore(props.action.$action);
  return asked === null ? null : <Question key={asked.id} {...props} asked={asked} />;
}

function Question<Subject extends { id: string }>({
  action,
  kind,
  nameOf,
  question,
  offer,
  asked,
}: Props<Subject> & { asked: Subject }) {
  const { busy } = useStore(action.$action);
  const [contents, setContents] = useState<DeletionContents | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const { id } = asked;
  useEffect(() => {
    readContents(kind, id).then(setContents, (error) => setFailure(toMessage(error, REQUEST_FAILED)));
  }, [kind, id]);
  const name = nameOf(asked);
  const texts = contents && toContentsTexts(kind, contents);
  const wantsName = contents !== null && contents.people > 0;
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={busy}
      disabled={contents === null || (wantsName && !isTyped(typed, name))}
      onConfirm={() => void action.confirm()}
      onCancel={action.cancel}
      field={
        wantsName || (offer && contents) ? (
          <div className="grid gap-5">
            {offer?.(asked)}
            {wantsName ? (
              <Field label={`Type “${name}” to confirm`} required>
                <TextInput
                  value={typed}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                />
              </Field>
            ) : null}
          </div>
        ) : null
      }
    >
      <p>{question(asked)}</p>
      <div role="status" className="mt-2 grid gap-1 font-semibold text-danger">
        {failure ? <p>What goes with it could not be counted: {failure}</p> : null}
        {contents === null && !failure ? <p className="text-muted">Counting what goes with it…</p> : null}
        {texts?.gone.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {texts?.kept ? <p className="text-body">{texts.kept}</p> : null}
      </div>
    </ConfirmDialog>
  );
}
