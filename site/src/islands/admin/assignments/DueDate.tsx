import { toLongDate } from '#site/islands/shared/format/dates.ts';
import { toDueDistance, toDueState } from '#site/islands/shared/format/due-date.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { DUE_BADGES } from './due-badges.ts';

/** When an assignment is due, with its state (AASSIGN-02). */
export function DueDate({ dueDate }: { dueDate: string | null }) {
  const badge = DUE_BADGES[toDueState(dueDate)];
  if (!dueDate || !badge) return <span className="text-muted">No due date</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-md:[td_&]:justify-end max-md:[td_&]:text-end">
      <time dateTime={dueDate} className="tabular-nums" title={new Date(dueDate).toLocaleString('en-US')}>
        {toLongDate(dueDate)}
      </time>
      <Badge tone={badge.tone}>{badge.label}</Badge>
      <span className="w-full text-xs text-muted">{toDueDistance(dueDate)}</span>
    </span>
  );
}
