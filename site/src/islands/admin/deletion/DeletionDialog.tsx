import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { countDeletion, type DeletionContents, type DeletionKind } from '#contract/deletions.ts';
import type { ConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { countAll } from '../page/count-all.ts';

interface Props<Subject> {
  action: ConfirmedAction<Subject>;
  kind: DeletionKind;
  nameOf: (subject: Subject) => string;
  question: (subject: Subject) => string;
  offer?: (subject: Subject) => ReactNode;
  /** Set if a subject is several things. */
  contentsOf?: (subject: Subject) => Promise<DeletionContents>;
  /** True if more people than counted may lose something. */
  isAtLeast?: (subject: Subject) => boolean;
}

export function readContents(kind: DeletionKind, id: string): Promise<DeletionContents> {
  return callApi(countDeletion, { params: { kind, id } });
}

/** Requires the typed name if learners lose something. */
export function DeletionDialog<Subject extends { id: string }>(props: Props<Subject>) {
  const { subject } = useStore(props.action.$action);
  return subject === null ? null : <Question key={subject.id} {...props} subject={subject} />;
}

function Question<Subject extends { id: string }>({
  action,
  kind,
  nameOf,
  question,
  offer,
  contentsOf = ({ id }) => readContents(kind, id),
  isAtLeast,
  subject,
}: Props<Subject> & { subject: Subject }) {
  const { busy } = useStore(action.$action);
  const [contents, setContents] = useState<DeletionContents | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject stays while the dialog is open
  useEffect(() => {
    contentsOf(subject).then(setContents, (error) => setFailure(toMessage(error, REQUEST_FAILED)));
  }, [subject]);
  const name = nameOf(subject);
  const texts = contents && describeDeletion(kind, contents, isAtLeast?.(subject));
  const wantsName = contents !== null && contents.people > 0;
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={busy}
      disabled={contents === null || (wantsName && !matchesName(typed, name))}
      onConfirm={() => void action.confirm()}
      onCancel={action.cancel}
      field={
        wantsName || (offer && contents) ? (
          <div className="grid gap-5">
            {offer?.(subject)}
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
      <p>{question(subject)}</p>
      <div role="status" className="mt-2 grid gap-1 font-semibold text-danger">
        {failure ? <p>What goes with it could not be counted: {failure}</p> : null}
        {contents === null && !failure ? <p className="text-muted">Counting what goes with it…</p> : null}
        {texts?.gone.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {texts?.stays ? <p className="text-body">{texts.stays}</p> : null}
      </div>
    </ConfirmDialog>
  );
}

/** `stays` is null if nothing survives. */
export function describeDeletion(
  kind: DeletionKind,
  contents: DeletionContents,
  isAtLeast = false,
): { gone: string[]; stays: string | null } {
  const { weeks, sections, resources, people, progress, submissions, badges, certificates } = contents;
  const isLeague = kind === 'leagues';
  const held = countAll([
    [isLeague ? weeks : 0, 'module'],
    [isLeague || kind === 'weeks' ? sections : 0, 'topic'],
    [kind === 'resources' ? 0 : resources, 'resource'],
  ]);
  const work = countAll([
    [progress, 'progress record'],
    [submissions, 'assignment answer'],
    [badges, 'badge'],
  ]);
  const lost = [isLeague ? 'their enrollment' : '', work].filter(Boolean).join(', ');
  const who = `${isAtLeast ? 'At least ' : ''}${people === 1 ? '1 person loses' : `${toNumber(people)} people lose`}`;
  const gone = [
    held ? `Deleted with it: ${held}.` : '',
    people > 0 ? `${who} ${lost}.${progress > 0 ? ' Their notes and revision marks go too.' : ''}` : '',
  ].filter(Boolean);
  if (!isLeague) return { gone, stays: people > 0 ? 'Badges and certificates stay.' : null };
  const papers = countAll([[certificates, 'certificate']]);
  return { gone, stays: papers ? `${papers} ${certificates === 1 ? 'stays' : 'stay'} valid.` : null };
}

export function matchesName(typed: string, name: string): boolean {
  const fold = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  return fold(typed) === fold(name);
}
