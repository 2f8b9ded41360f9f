import { useState } from 'react';
import type { ChangeAction, LeagueChange } from '#contract/league-files.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import type { Tone } from '#site/labels.ts';
import { CHANGE_KIND_LABELS, toFieldLabel } from './change-groups.ts';

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

export function ChangeList({ label, changes }: { label: string; changes: readonly LeagueChange[] }) {
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

function ChangeRow({
  change: { kind, action, name, place, from, fields, people },
}: {
  change: LeagueChange;
}) {
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
