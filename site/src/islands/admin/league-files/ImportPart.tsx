import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { toCountsLine } from '#contract/curriculum-words.ts';
import { download } from '#site/icons/actions.ts';
import { saveFile } from '#site/islands/shared/download.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Card } from '#site/islands/ui/Card.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { FailureBanner } from '../shared/ActionFailure.tsx';
import { FileButtons } from './FileButtons.tsx';
import { createFilesImport, type ImportState } from './files-import.ts';
import { ProblemList } from './ProblemList.tsx';
import { packZip } from './read-files.ts';
import { SheetView } from './SheetView.tsx';

interface Props {
  league: { id: string; name: string };
}

/** Import: files, the sheet of what they would change, the question, the files with their ids. */
export function ImportPart({ league }: Props) {
  const [files] = useState(() => createFilesImport(league.id));
  const state = useStore(files.$import);
  const { step, chosen, asNew, accepted, busy, failure } = state;
  // Who goes back from a sheet by keyboard stands where files are chosen, not at the top of the page.
  const isBack = useRef(false);
  if (step.kind === 'sheet' || step.kind === 'done') isBack.current = true;
  if (step.kind === 'sheet') {
    return (
      <div className="grid gap-4">
        <SheetView
          key={step.sheet.fingerprint}
          sheet={step.sheet}
          source={chosen?.name ?? 'the folder'}
          isChanged={step.isChanged}
          accepted={accepted}
          busy={busy}
          onAccept={files.accept}
          onApply={() => void files.apply()}
          onCancel={files.reset}
        />
        <FailureBanner failure={failure} onDismiss={files.dismiss} />
      </div>
    );
  }
  if (step.kind === 'done') return <Done league={league} step={step} onAgain={files.reset} />;
  return (
    <Card role="region" aria-labelledby="import-title" className="grid gap-4">
      <h2
        id="import-title"
        tabIndex={-1}
        ref={(heading) => {
          if (heading && isBack.current) heading.focus();
          isBack.current = false;
        }}
        className="scroll-mt-20 text-lg"
      >
        Import files
      </h2>
      <p className="max-w-measure text-muted">
        Choose the zip or the folder of a league. First you see what would change and what learners would
        notice; nothing is written before you say so.
      </p>
      <Checkbox
        label="Add everything as new things"
        hint="To copy a league: its modules are added after those of this one, with ids of their own."
        checked={asNew}
        disabled={step.kind === 'comparing'}
        onChange={(event) => files.setAsNew(event.currentTarget.checked)}
      />
      <FileButtons busy={step.kind === 'comparing'} onChoose={(read) => void files.choose(read)} />
      <p role="status" className="sr-only">
        {step.kind === 'comparing' ? 'Comparing the files with the league…' : ''}
      </p>
      {step.kind === 'problems' ? <ProblemList problems={step.problems} count={step.count} /> : null}
      <FailureBanner failure={failure} onDismiss={files.dismiss} />
    </Card>
  );
}

interface DoneProps extends Props {
  step: Extract<ImportState['step'], { kind: 'done' }>;
  onAgain: () => void;
}

function Done({ league, step: { applied }, onAgain }: DoneProps) {
  const [busy, setBusy] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const isLonger = applied.counts.added > 0;
  useEffect(() => part.current?.focus(), []);
  const save = async () => {
    setBusy(true);
    const folder = league.name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'league';
    saveFile({ content: await packZip(folder, applied.files), name: `${folder}.zip` });
    setBusy(false);
  };
  return (
    <div ref={part} tabIndex={-1} className="grid scroll-mt-20 gap-4 outline-none">
      <Alert tone="success" title="Imported">
        {toCountsLine(applied.counts)}.{' '}
        {isLonger
          ? 'Keep the files with the new ids: without them, what was added would be added once more next time.'
          : 'Your files have all the ids already.'}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button variant={isLonger ? 'primary' : 'secondary'} onClick={() => void save()} busy={busy}>
          {busy ? null : <Icon path={download} size={18} />}
          Download with new ids
        </Button>
        <Button variant="secondary" onClick={onAgain}>
          Import more
        </Button>
      </div>
    </div>
  );
}
