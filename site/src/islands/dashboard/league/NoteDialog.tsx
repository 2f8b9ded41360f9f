import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { NOTE_MAX_LENGTH, NOTE_SCREEN_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf } from '#contract/text.ts';
import { useDiscardQuestion } from '#site/islands/shared/form/discard-question.tsx';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { MarkdownBox } from '#site/islands/shared/markdown/MarkdownBox.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { CONTROL } from '#site/islands/ui/field-control.ts';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import type { ResourceView } from '../data/league-view.ts';
import { dropConflictingNotes, findConflictingNote, toNoteText } from '../offline/unsent-notes.ts';
import { NotePreview } from './NotePreview.tsx';
import {
  findNoteFault,
  isNoteNearLimit,
  joinNotes,
  NOTE_CUT,
  NOTE_LIMIT_HINT,
  toNoteCounter,
} from './note.ts';
import { openNoteDraft } from './note-draft.ts';
import { RefusedNotes } from './RefusedNotes.tsx';
import { $busyResources, NOTE_FAILURE, saveNote, showWaiting } from './resource-actions.ts';

interface Props {
  leagueId: string;
  resource: ResourceView;
  onClose: () => void;
}

export function NoteDialog({ leagueId, resource, onClose }: Props) {
  const [refused] = useState(() => findConflictingNote(resource.id));
  const [saved] = useState(resource.progress.personalNote ?? '');
  const [draft] = useState(() => openNoteDraft(resource.id));
  const [note, setNote] = useState(draft.stored?.note ?? refused ?? saved);
  const [fault, setFault] = useState<string | null>(null);
  // Null if the other version was deleted, undefined if there is none.
  const [theirs, setTheirs] = useState<string | null | undefined>(
    refused === null && (draft.stored === null || draft.stored.over === saved) ? undefined : saved || null,
  );
  // Refused notes whose text is in the box; dropped once it is saved.
  const [takenBackIds, setTakenBackIds] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLTextAreaElement>(null);
  const isBusy = useStore($busyResources).has(resource.id);
  const ids = useId();
  const isNearLimit = isNoteNearLimit(note);

  const type = (words: string) => {
    setNote(words);
    draft.store({ note: words, over: saved });
    setFault(null);
  };
  const save = async (personalNote = note) => {
    const found = findNoteFault(personalNote);
    setFault(found);
    if (found || isBusy) return;
    const outcome = await saveNote(
      leagueId,
      resource.id,
      personalNote,
      theirs === undefined ? saved || null : theirs,
      takenBackIds,
    );
    if (outcome.kind === 'saved') {
      draft.drop();
      onClose();
    } else if (outcome.kind === 'changed') setTheirs(outcome.currentNote);
    else setFault(NOTE_FAILURE);
  };
  const { leaveBy, question } = useDiscardQuestion(() => note !== (refused ?? saved));
  const close = () =>
    leaveBy(() => {
      draft.drop();
      onClose();
    });
  // The browser silently cuts pasted text at maxLength, so this warns about it.
  const tellCut = ({ currentTarget, clipboardData }: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = currentTarget;
    const room = NOTE_SCREEN_MAX_LENGTH - value.length + selectionEnd - selectionStart;
    if (clipboardData.getData('text').length > room) setTimeout(() => setFault(NOTE_CUT));
  };
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <Dialog
      open
      title={saved ? 'Edit note' : 'Add note'}
      onClose={close}
      busy={isBusy}
      actions={
        <>
          <Button variant="secondary" onClick={close} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            variant={typeof theirs === 'string' ? 'secondary' : 'primary'}
            busy={isBusy}
            onClick={() => void save()}
          >
            {typeof theirs === 'string' ? 'Save mine instead' : 'Save Note'}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-[12px] py-3 md:px-4">
        <p className="min-w-0 flex-1 basis-32 font-semibold text-strong [overflow-wrap:anywhere]">
          {resource.title}
        </p>
        <ButtonLink
          href={resource.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="secondary"
          size="small"
        >
          View<span className="sr-only"> resource in a new tab</span>
        </ButtonLink>
      </div>
      {typeof theirs === 'string' ? (
        <NoteConflict
          theirs={theirs}
          mine={note}
          isBusy={isBusy}
          onKeepBoth={(both) => void save(both)}
          onKeepTheirs={() => {
            dropConflictingNotes(resource.id);
            draft.drop();
            onClose();
          }}
        />
      ) : saved ? (
        <p className="mt-3 text-sm text-muted">
          Current note: <NotePreview note={saved} />
        </p>
      ) : null}
      <RefusedNotes
        resourceId={resource.id}
        takenBackIds={takenBackIds}
        isBusy={isBusy}
        onTakeBack={(returned) =>
          leaveBy(() => {
            type(toNoteText(returned));
            setTakenBackIds(new Set([returned.id]));
            focusLater(() => box.current);
          })
        }
        onDropped={() => {
          showWaiting(leagueId, resource.id);
          focusLater(() => box.current);
        }}
      />
      <label htmlFor={`${ids}-note`} className="mt-4 block font-semibold text-strong">
        {typeof theirs === 'string' ? 'Your note from this device' : 'Your note'}
      </label>
      <MarkdownBox text={note} hasFault={fault !== null}>
        <textarea
          ref={box}
          id={`${ids}-note`}
          rows={5}
          autoFocus
          maxLength={NOTE_SCREEN_MAX_LENGTH}
          value={note}
          aria-describedby={`${ids}-counter`}
          aria-invalid={fault !== null}
          onChange={(event) => type(event.target.value)}
          onKeyDown={saveByKey}
          onPaste={tellCut}
          className={`${CONTROL} min-h-32 resize-y py-2.5 leading-normal`}
        />
      </MarkdownBox>
      <div className="mt-2 flex justify-between gap-4 text-sm">
        <p role="status" className="text-danger">
          {isNearLimit ? NOTE_LIMIT_HINT : ''}
        </p>
        <p
          id={`${ids}-counter`}
          className={`tabular-nums ${isNearLimit ? 'font-semibold text-danger' : 'text-muted'}`}
        >
          {toNoteCounter(note)}
        </p>
      </div>
      {fault ? (
        <p role="alert" className="mt-2 text-sm font-semibold text-danger">
          {fault}
        </p>
      ) : null}
      {question}
    </Dialog>
  );
}

interface NoteConflictProps {
  /** The note now on the server. */
  theirs: string;
  mine: string;
  isBusy: boolean;
  onKeepBoth: (both: string) => void;
  onKeepTheirs: () => void;
}

function NoteConflict({ theirs, mine, isBusy, onKeepBoth, onKeepTheirs }: NoteConflictProps) {
  const both = joinNotes(theirs, mine);
  const excess = lengthOf(both) - NOTE_MAX_LENGTH;
  return (
    <Alert tone="warning" className="mt-4" title="This note was changed elsewhere">
      <p>It now reads:</p>
      <blockquote className="mt-1 max-h-40 overflow-y-auto rounded-sm border-s-4 border-line-strong bg-surface px-3 py-2 text-strong">
        <Markdown text={theirs} />
      </blockquote>
      <p className="mt-2">Yours is below and is still on this device.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          className="max-lg:min-h-11"
          disabled={isBusy || excess > 0}
          onClick={() => onKeepBoth(both)}
        >
          Keep both
        </Button>
        <SmallButton disabled={isBusy} onClick={onKeepTheirs}>
          Keep the other one
        </SmallButton>
      </div>
      {excess > 0 ? (
        <p className="mt-2">
          Together they are {excess} characters too long. Shorten yours, or choose one of them.
        </p>
      ) : null}
    </Alert>
  );
}
