import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { countOf } from '#site/islands/shared/format/text.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { toResourceTypeText } from '#site/labels.ts';
import { toNewText, toResultText } from '../../imports/import-kinds.ts';
import { createImportRun, toPasted } from '../../imports/import-run.ts';
import type { Outline } from '../outline.ts';
import { listTopics } from './outline-edits.ts';
import { type PastedLink, readPastedLinks, toAddressKey, toSheet } from './pasted-links.ts';

export interface PasteSource {
  text: string;
  /** Links above the first heading go into this topic. */
  topicId: string | undefined;
}

interface Props {
  league: Outline;
  source: PasteSource;
  onClose: () => void;
}

/** The list becomes a sheet of resources, which the import previews and applies. */
export function PasteDialog({ league, source, onClose }: Props) {
  const [text, setText] = useState(source.text);
  const [run] = useState(() => {
    const created = createImportRun('resources');
    created.choose({ leagueId: league.id });
    return created;
  });
  const { step, preview, failure, result } = useStore(run.$state);
  const topic = listTopics(league).find(({ id }) => id === source.topicId);
  const links = readPastedLinks(text, listKnown(league));
  const usable = links.filter(({ problem }) => problem === null);
  const isBusy = step === 'checking' || step === 'importing';
  const reasons = new Map(
    preview?.rows
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ line, reasons: own }) => [usable[line - 2]?.line, own.join('. ')] as const),
  );
  const count = preview?.counts.create ?? usable.length;
  const check = () => {
    run.choose({ source: toPasted(toSheet(usable, topic)) });
    void run.check();
  };
  const add = () => {
    run.setOptions({ leaveOutRefused: reasons.size > 0 });
    void run.apply();
  };
  useEffect(() => {
    if (!result) return;
    showToast({ text: toResultText('resources', result) });
    onClose();
  }, [result, onClose]);

  return (
    <Dialog
      open
      size="large"
      title="Paste links"
      description="One resource a line: an address, or a title and an address. A line without an address, or a heading (# module, ## topic), is the name of a module or a topic."
      busy={step === 'importing'}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={step === 'importing'}>
            Cancel
          </Button>
          {preview ? (
            <Button onClick={add} disabled={count === 0} busy={step === 'importing'} busyLabel="Adding…">
              Add {toNewText('resources', count, preview.parents)}
            </Button>
          ) : (
            <Button onClick={check} disabled={usable.length === 0} busy={isBusy} busyLabel="Checking…">
              Preview
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="List of links" hint={toHint(links, usable.length)}>
          <Textarea
            value={text}
            rows={8}
            spellCheck={false}
            disabled={isBusy}
            placeholder={'# Basics\n## What money is\nMoney in five minutes, https://example.org/money'}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              run.choose({ source: null });
            }}
          />
        </Field>
        <div role="alert" className="empty:hidden">
          {failure ? (
            <Alert tone="danger" announce={false} title={failure.title}>
              {failure.message}
            </Alert>
          ) : null}
        </div>
        {links.length > 0 ? (
          <Preview links={links} reasons={reasons} above={topic?.name ?? 'Topic 1'} />
        ) : null}
      </div>
    </Dialog>
  );
}

function toHint(links: readonly PastedLink[], usable: number): string {
  if (links.length === 0) return 'From a sheet, Markdown or a chat.';
  const left = links.length - usable;
  return `${countOf(links.length, 'link')} found${left > 0 ? `, ${left} left out` : ''}.`;
}

function listKnown(league: Outline): Map<string, string> {
  return new Map(
    listTopics(league).flatMap(({ resources }) =>
      resources.map(({ url, title }) => [toAddressKey(url), `“${title}”`] as const),
    ),
  );
}

interface PreviewProps {
  links: readonly PastedLink[];
  /** Of the server, by line. */
  reasons: ReadonlyMap<number | undefined, string>;
  above: string;
}

function Preview({ links, reasons, above }: PreviewProps) {
  const groups = Map.groupBy(links, ({ module, topic }) =>
    [module, topic ?? above].filter(Boolean).join(' · '),
  );
  return (
    <section aria-label="What becomes of the list" className="grid gap-3">
      {[...groups].map(([place, own]) => (
        <div key={place} className="grid gap-1">
          <h3 className="text-base wrap-anywhere">{place}</h3>
          <ol aria-label={place} className="divide-y divide-line rounded-md border border-line">
            {own.map(({ line, title, url, type, problem }) => {
              const fault = problem ?? reasons.get(line);
              return (
                <li key={`${line} ${url}`} className="grid px-3 py-1.5 text-sm">
                  <span
                    className={`font-semibold wrap-anywhere ${fault ? 'text-muted line-through' : 'text-strong'}`}
                  >
                    {title}
                  </span>
                  <span className="truncate text-xs text-muted">
                    {toResourceTypeText(type)} · {url}
                  </span>
                  {fault ? (
                    <span className="font-medium text-danger">
                      Line {line}, left out: {fault}
                    </span>
                  ) : null}
                </li>
              );
            })}
          </ol>
        </div>
      ))}
    </section>
  );
}
