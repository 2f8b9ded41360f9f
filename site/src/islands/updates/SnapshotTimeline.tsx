import type { ReactElement } from 'react';
import { UPDATES_FIRST } from '#contract/constants.ts';
import { countWholeDays, groupByDay } from './days.ts';
import type { UpdatesSnapshot } from './snapshot.ts';
import { Day, NOTE, SUMMARY, Timeline } from './Timeline.tsx';

/** Shown without scripts or if loading fails. */
export function SnapshotTimeline({
  snapshot,
  readOn,
}: {
  snapshot: UpdatesSnapshot;
  readOn: string;
}): ReactElement {
  const { updates, total, isComplete, contributors, takenAt } = snapshot;
  const first = countWholeDays(updates, UPDATES_FIRST);
  const older = updates.slice(first);
  return (
    <Timeline
      total={`${total.toLocaleString('en-US')}${isComplete ? '' : '+'}`}
      contributors={contributors}
      updates={updates.slice(0, first)}
      note={
        <p className={NOTE}>
          The newest changes as they were read on <time dateTime={takenAt}>{readOn}</time>.
        </p>
      }
    >
      {older.length > 0 && (
        <details className="group pl-7 [&>section]:mt-4 [&>section]:-ml-7">
          <summary className={SUMMARY}>
            {older.length} older {older.length === 1 ? 'change' : 'changes'}
          </summary>
          {groupByDay(older).map(({ day, updates: ofDay }) => (
            <Day key={day} day={day} updates={ofDay} />
          ))}
        </details>
      )}
    </Timeline>
  );
}
