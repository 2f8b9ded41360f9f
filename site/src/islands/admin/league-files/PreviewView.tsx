import { useEffect, useRef, useState } from 'react';
import type { LeagueFilesPreview } from '#contract/league-files.ts';
import { isUnchanged, listLearnerEffects, toLearnersLine } from '#contract/league-files-text.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import { Figure } from '../page/Figure.tsx';
import { ChangeList } from './ChangeList.tsx';
import { groupChanges, withoutContained } from './change-groups.ts';

interface Props {
  preview: LeagueFilesPreview;
  source: string;
  /** True if the league changed since the last preview. */
  isChanged: boolean;
  accepted: boolean;
  busy: boolean;
  onAccept: (accepted: boolean) => void;
  onApply: () => void;
  onCancel: () => void;
}

export function PreviewView({
  preview,
  source,
  isChanged,
  accepted,
  busy,
  onAccept,
  onApply,
  onCancel,
}: Props) {
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
        {nothing ? 'Nothing would change' : `What ${source} would change`}
      </h2>
      {isChanged ? (
        <Alert tone="warning">
          The league has changed since you checked. This is the new preview; nothing was imported yet.
        </Alert>
      ) : null}
      {nothing ? (
        <p className="text-muted">The league already matches the files.</p>
      ) : (
        <>
          <Alert tone={toTone(learners)} title={toLearnersLine(learners)} announce={false}>
            <Effects effects={listLearnerEffects(learners)} />
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
            onChange={(event) => onAccept(event.currentTarget.checked)}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {nothing ? null : (
          <Button
            variant={needsConfirmation ? 'danger' : 'primary'}
            onClick={onApply}
            disabled={needsConfirmation && !accepted}
            busy={busy}
            busyLabel="Importing…"
          >
            Import these changes
          </Button>
        )}
        <Button variant="secondary" onClick={onCancel} disabled={busy}>
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

function Effects({ effects }: { effects: readonly string[] }) {
  if (effects.length === 0) return null;
  return (
    <ul className="grid gap-0.5">
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
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

function Group({
  title,
  changes,
  isOpen,
}: {
  title: string;
  changes: LeagueFilesPreview['changes'];
  isOpen: boolean;
}) {
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
