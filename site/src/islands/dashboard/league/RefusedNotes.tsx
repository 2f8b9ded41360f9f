import { useStore } from '@nanostores/react';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { $outbox } from '../data/outbox-actions.ts';
import { useDropDialog } from '../offline/drop-dialog.tsx';
import { listRefusedNotes, toNoteText } from '../offline/unsent-notes.ts';

interface Props {
  resourceId: string;
  takenBackIds: ReadonlySet<string>;
  isBusy: boolean;
  onTakeBack: (note: OutboxAction) => void;
  onDropped: () => void;
}

/** Stored notes that the server refused later, to edit again or drop. */
export function RefusedNotes({ resourceId, takenBackIds, isBusy, onTakeBack, onDropped }: Props) {
  const notes = listRefusedNotes(resourceId, useStore($outbox)).filter(({ id }) => !takenBackIds.has(id));
  const { drop, question } = useDropDialog(onDropped);
  return (
    <>
      {notes.map((note) => (
        <Alert
          key={note.id}
          tone="danger"
          announce={false}
          className="mt-4"
          title="This note was not accepted"
          action={
            <span className="flex flex-wrap gap-2">
              <SmallButton disabled={isBusy} onClick={() => onTakeBack(note)}>
                Take back<span className="sr-only"> into the box</span>
              </SmallButton>
              <SmallButton className="text-danger!" disabled={isBusy} onClick={() => drop(note)}>
                Drop<span className="sr-only"> the note</span>
              </SmallButton>
            </span>
          }
        >
          <p>{note.refusal?.message}</p>
          <blockquote className="mt-2 max-h-40 overflow-y-auto rounded-sm border-s-4 border-line-strong bg-surface px-3 py-2 text-strong">
            <Markdown text={toNoteText(note)} />
          </blockquote>
        </Alert>
      ))}
      {question}
    </>
  );
}
