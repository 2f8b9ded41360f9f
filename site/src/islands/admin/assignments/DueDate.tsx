import { toShortDate, toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { DUE_BADGES, toDueDistance, toDueState } from '#site/islands/shared/format/due-date.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';

export function DueDate({ dueDate }: { dueDate: string | null }) {
  const state = toDueState(dueDate);
  const badge = DUE_BADGES[state];
  if (!dueDate || state === 'none') return <span className="text-muted">No due date</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-md:[td_&]:justify-end max-md:[td_&]:text-end">
      <time dateTime={dueDate} className="tabular-nums whitespace-nowrap" title={toShortDateTime(dueDate)}>
        {toShortDate(dueDate)}
      </time>
      {badge ? <Badge tone={badge.tone}>{badge.label}</Badge> : null}
      <span className="w-full text-xs text-muted">{toDueDistance(dueDate)}</span>
    </span>
  );
}
