import { useStore } from '@nanostores/react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import {
  IMPORT_COLUMNS,
  IMPORT_KINDS,
  type ImportColumn,
  type ImportKind,
  templateHeaders,
} from '#contract/import-columns.ts';
import { IMPORT_ROWS_MAX, type ImportRow } from '#contract/imports.ts';
import { close, download } from '#site/icons/actions.ts';
import { countOf, toNumber } from '#site/islands/shared/format/text.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button, ButtonLink, IconButton } from '#site/islands/ui/Button.tsx';
import { Card } from '#site/islands/ui/Card.tsx';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { useScrollIntoView } from '#site/islands/ui/scroll-into-view.ts';
import { type Column, Table } from '#site/islands/ui/Table.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { toOptions } from '../content/league-filter.ts';
import { saveSheet } from '../list/csv-export.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { IMPORT_KIND_LABELS, listImportKinds, toResultText } from './import-kinds.ts';
import { createImportRun, type ImportRun, toPasted } from './import-run.ts';
import { PlanPart } from './PlanPart.tsx';
import { formatSize, readTextFile, storePastedRows } from './read-file.ts';

export function Imports() {
  const access = useAccess();
  const kinds = access ? listImportKinds(access) : [];
  const [run] = useState(() => storePastedRows(createImportRun(readKind(kinds))));
  if (kinds.length === 0) {
    return (
      <div className="grid gap-4">
        <PageHeader title="Import" />
        <EmptyState title="Nothing to import into">
          You cannot create content in any league yet. Ask a Grand Pathfinder for access.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <PageHeader title="Import">
        Add or change many at once from a spreadsheet saved as CSV: at most {toNumber(IMPORT_ROWS_MAX)} rows.
        You see a preview of every row first; then all rows are imported, or none.
      </PageHeader>
      <Steps run={run} kinds={kinds} />
    </div>
  );
}

function readKind(kinds: readonly ImportKind[]): ImportKind {
  const asked = new URLSearchParams(location.search).get('kind');
  return IMPORT_KINDS.find((kind) => kind === asked && kinds.includes(kind)) ?? kinds[0] ?? 'weeks';
}

function Steps({ run, kinds }: { run: ImportRun; kinds: readonly ImportKind[] }) {
  const { step, preview: plan, failure } = useStore(run.$state);
  const box = useScrollIntoView<HTMLDivElement>(failure);
  if (step === 'done') return <DonePart run={run} />;
  return (
    <>
      <ChoicePart run={run} kinds={kinds} />
      <div role="alert" className="empty:hidden">
        {failure ? (
          <Alert ref={box} tone="danger" title={failure.title} announce={false}>
            {failure.message}
          </Alert>
        ) : null}
      </div>
      {plan ? <PlanPart run={run} plan={plan} /> : null}
    </>
  );
}

function ChoicePart({ run, kinds }: { run: ImportRun; kinds: readonly ImportKind[] }) {
  const { kind, leagueId, source, step, preview: plan } = useStore(run.$state);
  const leagues = useOwnLeagues('canCreateContent');
  const isBusy = step === 'checking' || step === 'importing';
  const { many } = IMPORT_KIND_LABELS[kind];
  const choose = (chosen: ImportKind) => {
    run.choose({ kind: chosen, leagueId: '' });
    history.replaceState(history.state, '', `${location.pathname}?kind=${chosen}`);
  };
  return (
    <Card role="region" aria-labelledby="import-choice" className="grid gap-5">
      <h2 id="import-choice" tabIndex={-1} className="text-lg">
        What to import
      </h2>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-4">
        <Field label="Kind" className="min-w-[min(10rem,60vw)] flex-1 sm:max-w-56">
          <Select
            value={kind}
            disabled={isBusy}
            options={kinds.map((value) => ({ value, label: IMPORT_KIND_LABELS[value].title }))}
            onChange={({ currentTarget }) => choose(currentTarget.value as ImportKind)}
          />
        </Field>
        {kind === 'users' ? null : (
          <Field
            label="League"
            className="min-w-[min(10rem,60vw)] flex-1 sm:max-w-72"
            hint={leagues.error ? 'The leagues did not load. Each row can still name its own.' : undefined}
          >
            <Select
              value={leagueId}
              disabled={isBusy}
              placeholder="Named in each row"
              options={toOptions(leagues.data)}
              onChange={({ currentTarget }) => run.choose({ leagueId: currentTarget.value })}
            />
          </Field>
        )}
        <Button
          variant="secondary"
          className="sm:mt-7"
          onClick={() => saveSheet(`${many}-template.csv`, [templateHeaders(kind)])}
        >
          <Icon path={download} size={18} />
          Download template
        </Button>
      </div>
      <ColumnsHelp key={kind} kind={kind} />
      <SourcePart key={`source-${kind}`} run={run} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          variant={plan ? 'secondary' : 'primary'}
          onClick={() => void run.check()}
          disabled={!source || step === 'importing'}
          busy={step === 'checking'}
          busyLabel="Checking…"
        >
          Check
        </Button>
        <p role="status" className="text-sm text-muted">
          {step === 'checking'
            ? 'Every row is checked; nothing is changed.'
            : source
              ? ''
              : 'Choose a file or paste rows first.'}
        </p>
      </div>
    </Card>
  );
}

function DonePart({ run }: { run: ImportRun }) {
  const { kind, preview, result, tellPeople } = useStore(run.$state);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // Moves the focus to the file choice that replaces this part.
    return () => document.getElementById('import-choice')?.focus();
  }, []);
  if (!result) return null;
  const { title, path } = IMPORT_KIND_LABELS[kind];
  const leftOut = (preview?.rows ?? []).filter(({ outcome }) => outcome === 'refused');
  const isNews = kind === 'users' && result.created > 0;
  return (
    <Card role="region" aria-labelledby="import-done" className="grid justify-items-start gap-4">
      <h2 id="import-done" ref={heading} tabIndex={-1} className="text-lg">
        Import done
      </h2>
      <Alert tone="success" className="w-full" title={toResultText(kind, result)}>
        {isNews
          ? tellPeople
            ? 'Each new person gets an email that says how to choose a password.'
            : 'No emails were sent. Tell the new people to choose a password with “Forgot password”.'
          : 'Recorded in the audit log under your name.'}
      </Alert>
      {leftOut.length > 0 ? <LeftOutRows rows={leftOut} /> : null}
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={path}>Open {title}</ButtonLink>
        <Button variant="secondary" onClick={run.reset}>
          Import another file
        </Button>
      </div>
    </Card>
  );
}

const COLUMNS: readonly Column<ImportColumn>[] = [
  {
    key: 'header',
    header: 'Column',
    isRowHeader: true,
    cell: ({ header }) => <span className="font-semibold text-strong">{header}</span>,
  },
  { key: 'hint', header: 'Contents', bare: true, cell: ({ hint }) => hint },
  {
    key: 'sample',
    header: 'For example',
    cell: ({ sample }) => <span className="wrap-anywhere text-muted">{sample || '–'}</span>,
  },
];

function ColumnsHelp({ kind }: { kind: ImportKind }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure className="-mx-2" title="Columns of the file" open={open} onToggle={setOpen}>
      <div className="grid gap-3 px-2 pt-2">
        <p className="max-w-measure text-sm text-muted">
          The first line names the columns, in any order; other columns are ignored. You can import an
          exported list as it is: rows are matched by ID, in any order.
        </p>
        <Table
          caption="Columns of the file"
          density="compact"
          columns={COLUMNS}
          rows={IMPORT_COLUMNS[kind]}
          rowKey={({ field }) => field}
        />
      </div>
    </Disclosure>
  );
}

function LeftOutRows({ rows }: { rows: readonly ImportRow[] }) {
  const save = () =>
    saveSheet('left-out-rows.csv', [
      ['Line', 'Row', 'Where', 'Reason'],
      ...rows.map(({ line, label, place, reasons }) => [line, label, place, reasons.join('; ')]),
    ]);
  return (
    <section aria-labelledby="left-out" className="grid w-full justify-items-start gap-3">
      <h3 id="left-out">{countOf(rows.length, 'row')} left out</h3>
      <ul aria-labelledby="left-out" className="grid max-h-80 w-full gap-2 overflow-y-auto">
        {rows.map(({ line, label, reasons }) => (
          <li key={line} className="wrap-anywhere">
            <span className="text-muted">Line {line}: </span>
            <span className="text-strong">{label || 'Without a name'}</span>
            <span className="block text-sm text-danger">{reasons.join('. ')}</span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={save}>
        <Icon path={download} size={18} />
        Download left-out rows
      </Button>
    </section>
  );
}

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
