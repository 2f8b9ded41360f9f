import type { ReactNode } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';

interface Props {
  /** How many rows are chosen; nothing is drawn for 0. */
  count: number;
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** What can be done with the chosen rows; it stays in sight below the list. */
export function BulkBar({ count, onClear, children }: Props) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Chosen rows"
      className="enter sticky bottom-3 z-20 flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="me-auto font-semibold text-strong tabular-nums">
        {count} selected
      </p>
      {children}
      <Button variant="ghost" size="small" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
