import { type ChangeEvent, useRef } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';
import { type ChosenFiles, readFolder, readZip } from './read-files.ts';

interface Props {
  busy: boolean;
  onChoose: (name: string, read: () => Promise<ChosenFiles>) => void;
}

/** Clears the input, so that the same file can be chosen again after an edit. */
export function FileButtons({ busy, onChoose }: Props) {
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
