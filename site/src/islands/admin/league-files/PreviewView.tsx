import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { ChangeAction, LeagueChange, LeagueFilesPreview } from '#contract/league-files.ts';
import { isUnchanged, listLearnerEffects, toLearnersLine } from '#contract/league-files-text.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import type { Tone } from '#site/labels.ts';
import { Figure } from '../page/Figure.tsx';
import {
  CHANGE_KIND_LABELS,
  type ChangeGroup,
  groupChanges,
  toFieldLabel,
  withoutContained,
} from './change-groups.ts';
import type { FilesImport } from './files-import.ts';

export function PreviewView({ files, preview }: { files: FilesImport; preview: LeagueFilesPreview }) {
  const { source, isOutdated, accepted, step } = useStore(files.$state);
  const busy = step === 'importing';
  const heading = useRef<HTMLHeadingElement>(null);
  // Leads keyboard and screen-reader users to the result.
  useEffect(() => heading.current?.focus(), []);
  const { counts, learners, needsConfirmation } = preview;
  const nothing = isUnchanged(counts);
  const { removed, groups } = groupChanges(preview.changes);
  const gone = withoutContained(removed);
  return (
    <section className="grid gap-5" aria-labelledby="preview-title">
      <h2 ref={heading} id="preview-title" tabIndex={-1} className="scroll-mt-20 text-lg wrap-anywhere">
        {nothing ? 'Nothing would change' : `What ${source?.name ?? 'the folder'} would change`}
      </h2>
      {isOutdated ? (
        <Alert tone="warning">
          The league has changed since you checked. This is the new preview; nothing was imported yet.
        </Alert>
      ) : null}
      {nothing ? (
        <p className="text-muted">The league already matches the files.</p>
      ) : (
        <>
          <Alert tone={toTone(learners)} title={toLearnersLine(learners)} announce={false}>
            <ul className="grid gap-0.5">
              {listLearnerEffects(learners).map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </Alert>
          <Counts counts={counts} />
        </>
      )}
      {gone.length > 0 ? (
        <div className="grid gap-3">
          <h3 className="text-base text-danger">Would be removed</h3>
          <ChangeList label="Would be removed" changes={gone} />
          {gone.length < removed.length ? (
            <p className="text-sm text-muted">
              {removed.length - gone.length} more inside will go too; nobody has progress on them.
            </p>
          ) : null}
        </div>
      ) : null}
      {groups.length > 0 ? (
        <div className="grid gap-2">
          {groups.map(({ title, changes }, index) => (
            <Group key={title} title={title} changes={changes} isOpen={index < 3} />
          ))}
        </div>
      ) : null}
      {needsConfirmation ? (
        <div className="rounded-lg border border-danger px-4 py-2">
          <Checkbox
            label={toConfirmation(preview)}
            hint="Learners keep their history; percentages and completed topics follow the league."
            checked={accepted}
            disabled={busy}
            onChange={(event) => files.setOptions({ accepted: event.currentTarget.checked })}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {nothing ? null : (
          <Button
            variant={needsConfirmation ? 'danger' : 'primary'}
            onClick={() => void files.apply()}
            disabled={needsConfirmation && !accepted}
            busy={busy}
            busyLabel="Importing…"
          >
            Import these changes
          </Button>
        )}
        <Button variant="secondary" onClick={files.reset} disabled={busy}>
          Choose other files
        </Button>
      </div>
    </section>
  );
}

function toTone({
  touched,
  topicsLost,
  reopened,
}: LeagueFilesPreview['learners']): 'danger' | 'warning' | 'info' {
  if (touched > 0) return 'danger';
  return topicsLost + reopened > 0 ? 'warning' : 'info';
}

function Counts({ counts }: Pick<LeagueFilesPreview, 'counts'>) {
  const figures = [
    ['Added', counts.added],
    ['Changed', counts.changed],
    ['Moved', counts.moved],
    ['Removed', counts.removed],
    ['Renumbered', counts.renumbered],
    ['Unchanged', counts.same],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3">
      {figures
        .filter(([label, value]) => value > 0 || label === 'Unchanged')
        .map(([label, value]) => (
          <Figure key={label} label={label} value={value} />
        ))}
    </dl>
  );
}

function Group({ title, changes, isOpen }: ChangeGroup & { isOpen: boolean }) {
  const [open, setOpen] = useState(isOpen);
  return (
    <Disclosure
      title={<span className="wrap-anywhere">{title}</span>}
      aside={<span className="text-sm text-muted tabular-nums">{changes.length}</span>}
      open={open}
      onToggle={setOpen}
    >
      <ChangeList label={`Changes in ${title}`} changes={changes} />
    </Disclosure>
  );
}

function toConfirmation({ changes, learners }: LeagueFilesPreview): string {
  const modules = changes.filter(({ kind, action }) => kind === 'week' && action === 'removed').length;
  const parts = [
    modules > 0 ? `${modules === 1 ? 'a module' : `${modules} modules`} with everything in it` : '',
    learners.touched > 0
      ? `records of ${learners.touched === 1 ? '1 learner' : `${learners.touched} learners`}`
      : '',
  ].filter(Boolean);
  return `Yes, remove ${parts.join(' and ')}`;
}

const TONES: Record<ChangeAction, Tone> = {
  added: 'success',
  changed: 'info',
  moved: 'warning',
  removed: 'danger',
};
const ACTION_LABELS: Record<ChangeAction, string> = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
};
const SHOWN_AT_FIRST = 40;

function ChangeList({ label, changes }: { label: string; changes: readonly LeagueChange[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shown = isExpanded ? changes : changes.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="grid gap-3">
      <ul aria-label={label} className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {shown.map((change, index) => (
          <ChangeRow key={`${change.kind} ${change.id ?? index}`} change={change} />
        ))}
      </ul>
      {shown.length < changes.length ? (
        <div>
          <Button variant="secondary" size="small" onClick={() => setIsExpanded(true)}>
            Show all {changes.length}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function ChangeRow({ change }: { change: LeagueChange }) {
  const { kind, action, name, place, from, fields, people } = change;
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Badge tone={TONES[action]}>{ACTION_LABELS[action]}</Badge>
        <span className="text-sm text-muted">{CHANGE_KIND_LABELS[kind]}</span>
        <span className="min-w-0 font-semibold text-strong wrap-anywhere">{name}</span>
        {people > 0 ? (
          <span className="text-sm font-semibold text-danger">
            {people === 1 ? '1 learner has' : `${people} learners have`} records on it
          </span>
        ) : null}
      </div>
      {place.length > 0 ? (
        <p className="text-sm text-muted wrap-anywhere">
          {from ? `From ${from.join(' › ')} to ` : 'In '}
          {place.join(' › ')}
        </p>
      ) : null}
      {fields.length > 0 ? (
        <dl className="grid gap-2">
          {fields.map(({ field, from: was, to }) => (
            <div key={field} className="grid gap-0.5 text-sm sm:grid-cols-[6rem_minmax(0,1fr)]">
              <dt className="text-muted first-letter:uppercase">{toFieldLabel(field)}</dt>
              <dd className="grid gap-0.5 wrap-anywhere">
                <Text value={was} isOld />
                <Text value={to} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}

function Text({ value, isOld = false }: { value: string | null; isOld?: boolean }) {
  const text = value === null || value === '' ? <em>nothing</em> : value;
  if (isOld) return <del className="line-clamp-4 whitespace-pre-wrap text-muted">{text}</del>;
  return <ins className="line-clamp-6 whitespace-pre-wrap text-strong no-underline">{text}</ins>;
}
