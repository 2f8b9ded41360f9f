import { useStore } from '@nanostores/react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { AppliedLeagueFiles, FileProblem } from '#contract/league-files.ts';
import { toCountsLine } from '#contract/league-files-text.ts';
import { FailureBanner } from '#site/islands/shared/action/ActionFailure.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Card } from '#site/islands/ui/Card.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { createFilesImport } from './files-import.ts';
import { ExportFilesButton, useLeagueExport } from './league-export.tsx';
import { PreviewView } from './PreviewView.tsx';
import { type ChosenFiles, readFolder, readZip } from './read-files.ts';

interface Props {
  league: { id: string; name: string };
}

export function ImportPart({ league }: Props) {
  const [files] = useState(() => createFilesImport(league.id));
  const { step, preview, asNew, failure, result } = useStore(files.$state);
  const isChecking = step === 'checking';
  const problems = failure?.problems ? failure : null;
  const banner = (
    <FailureBanner
      failure={failure?.problems ? null : (failure?.message ?? null)}
      onDismiss={files.dismiss}
    />
  );
  const isShown = preview !== null && result === null && !problems;
  // After a preview, the focus returns to the file choice instead of the top of the page.
  const isBack = useRef(false);
  if (isShown || result) isBack.current = true;
  if (isShown) {
    return (
      <div className="grid gap-4">
        <PreviewView key={preview.fingerprint} files={files} preview={preview} />
        {banner}
      </div>
    );
  }
  if (result) return <Done league={league} applied={result} onAgain={files.reset} />;
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
        Choose the zip or the folder of a league. You see a preview first; nothing changes until you confirm.
      </p>
      <Checkbox
        label="Add everything as new things"
        hint="For copying a league: its modules are added after the existing ones, with new IDs."
        checked={asNew}
        disabled={isChecking}
        onChange={(event) => files.setOptions({ asNew: event.currentTarget.checked })}
      />
      <FileButtons busy={isChecking} onChoose={(name, read) => void files.take(name, read)} />
      <p role="status" className="sr-only">
        {isChecking ? 'Comparing the files with the league…' : ''}
      </p>
      {problems ? <ProblemList problems={problems.problems} count={problems.count} /> : null}
      {banner}
    </Card>
  );
}

interface DoneProps extends Props {
  applied: AppliedLeagueFiles;
  onAgain: () => void;
}

function Done({ league, applied, onAgain }: DoneProps) {
  const files = useLeagueExport(league.id);
  const part = useRef<HTMLDivElement>(null);
  const isLonger = applied.counts.added > 0;
  useEffect(() => part.current?.focus(), []);
  return (
    <div ref={part} tabIndex={-1} className="grid scroll-mt-20 gap-4 outline-none">
      <Alert tone="success" title="Imported">
        {toCountsLine(applied.counts)}.{' '}
        {isLonger
          ? 'Download the files with their new IDs. Without them, the same content is added again next time.'
          : 'Your files already have all IDs.'}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <ExportFilesButton files={files} variant={isLonger ? 'primary' : 'secondary'}>
          Download with new IDs
        </ExportFilesButton>
        <Button variant="secondary" onClick={onAgain}>
          Import more
        </Button>
      </div>
      <FailureBanner failure={files.failure} onDismiss={files.dismiss} />
    </div>
  );
}

interface FileButtonsProps {
  busy: boolean;
  onChoose: (name: string, read: () => Promise<ChosenFiles>) => void;
}

/** Clears the input, so that the same file can be chosen again after an edit. */
function FileButtons({ busy, onChoose }: FileButtonsProps) {
  const zip = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (read: (files: File[]) => Promise<ChosenFiles>) => (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    if (files[0]) onChoose(files[0].name, () => read(files));
  };
  return (
    <div className="flex flex-wrap gap-3">
      <input
        ref={zip}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Zip of a league"
        onChange={take(([file]) => readZip(file as File))}
      />
      <input
        ref={(input) => {
          folder.current = input;
          if (input) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label="Folder of a league"
        onChange={take(readFolder)}
      />
      <Button onClick={() => zip.current?.click()} busy={busy} busyLabel="Comparing…">
        Choose a zip
      </Button>
      <Button variant="secondary" onClick={() => folder.current?.click()} disabled={busy}>
        Choose a folder
      </Button>
    </div>
  );
}

function ProblemList({ problems, count }: { problems: readonly FileProblem[]; count: number }) {
  const byFile = [...Map.groupBy(problems, ({ file }) => file)];
  return (
    <div className="grid gap-4">
      <Alert tone="danger" title={count === 1 ? '1 problem' : `${count} problems`}>
        Nothing was imported. Fix these in the files, then choose them again.
      </Alert>
      <ul className="grid gap-3" aria-label="Problems">
        {byFile.map(([file, found]) => (
          <li key={file} className="grid gap-1 rounded-lg border border-line bg-surface p-4">
            <p className="font-mono text-sm font-semibold text-strong wrap-anywhere">{file}</p>
            <ul className="grid gap-1">
              {found.map(({ field, expected }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                <li key={index} className="text-sm wrap-anywhere">
                  {field ? <span className="font-mono text-muted">{field}: </span> : null}
                  {expected}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {problems.length < count ? (
        <p className="text-sm text-muted">The first {problems.length} are shown.</p>
      ) : null}
    </div>
  );
}
