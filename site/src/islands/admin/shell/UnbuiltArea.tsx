import { EmptyState } from '../../ui/EmptyState.tsx';
import { AreaHeading } from './AreaHeading.tsx';
import { type AdminArea, rulesOf } from './areas.ts';

/** An area that this version does not have yet says so. */
export function UnbuiltArea({ area }: { area: AdminArea }) {
  const { entry } = rulesOf(area);
  return (
    <div className="grid gap-6">
      <AreaHeading title={entry} />
      <EmptyState title={`${entry} are not available yet`}>
        This version has no screen for {entry.toLowerCase()}. What is stored about them is safe and in use.
      </EmptyState>
    </div>
  );
}
