import { useStore } from '@nanostores/react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { close } from '#site/icons/actions.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button, IconButton } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { type ImportRun, toPasted } from './import-run.ts';
import { formatSize, readTextFile } from './read-file.ts';

export function SourcePart({ run }: { run: ImportRun }) {
  const { source, step } = useStore(run.$state);
  const input = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const isBusy = step === 'checking' || step === 'importing';
  const take = (file: File | undefined) => {
    if (file && !isBusy)
      void run.take(file.name, async () => ({ name: file.name, ...(await readTextFile(file)) }));
  };
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    // Lets the same file be chosen again after it was edited.
    event.currentTarget.value = '';
    take(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const remove = () => {
    run.reset();
    // The focused button is about to disappear.
    choice.current?.focus();
  };
  const isFile = source !== null && source.name !== null;
  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside offers the same without a drop */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed px-4 py-5 transition-colors sm:px-6 ${isOver ? 'border-keyline bg-hover' : 'border-line-strong'}`}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          hidden
          aria-label="CSV file"
          onChange={pick}
        />
        <Button ref={choice} variant="secondary" onClick={() => input.current?.click()} disabled={isBusy}>
          {isFile ? 'Choose another file' : 'Choose a file'}
        </Button>
        {isFile ? (
          <p role="status" className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 wrap-anywhere">
              <strong className="text-strong">{source.name}</strong>{' '}
              <span className="whitespace-nowrap text-sm text-muted">
                {formatSize(new Blob([source.text]).size)}
              </span>
            </span>
            <IconButton label={`Remove ${source.name}`} onClick={remove} disabled={isBusy}>
              <Icon path={close} size={18} />
            </IconButton>
          </p>
        ) : (
          <p className="text-sm text-muted">or drop it here</p>
        )}
      </div>
      {source?.note ? <Alert tone="warning">{source.note}</Alert> : null}
      {isFile ? null : (
        <Field label="Or paste rows" hint="Include the header row. You can paste from a spreadsheet.">
          <Textarea
            rows={4}
            value={source?.text ?? ''}
            disabled={isBusy}
            spellCheck={false}
            className="font-mono md:pointer-fine:text-sm"
            onChange={({ currentTarget }) => run.choose({ source: toPasted(currentTarget.value) })}
          />
        </Field>
      )}
    </div>
  );
}
