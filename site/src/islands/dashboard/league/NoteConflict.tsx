import { NOTE_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf } from '#contract/text.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { joinNotes } from './note.ts';

interface Props {
  /** The note now on the server. */
  theirs: string;
  mine: string;
  isBusy: boolean;
  onKeepBoth: (both: string) => void;
  onKeepTheirs: () => void;
}

export function NoteConflict({ theirs, mine, isBusy, onKeepBoth, onKeepTheirs }: Props) {
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
        <Button
          size="small"
          variant="secondary"
          className="max-lg:min-h-11"
          disabled={isBusy}
          onClick={onKeepTheirs}
        >
          Keep the other one
        </Button>
      </div>
      {excess > 0 ? (
        <p className="mt-2">
          Together they are {excess} characters too long. Shorten yours, or choose one of them.
        </p>
      ) : null}
    </Alert>
  );
}
