import type { ReactNode } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';

interface Props {
  /** How many rows are chosen; nothing is drawn for 0. */
  count: number;
  onClear: () => void;
  /** A way to choose more than a page, below the count. */
  offer?: ReactNode;
  /** What can be done with them. */
  children: ReactNode;
}

const NUMBER = new Intl.NumberFormat('en-US');

/** What can be done with the chosen rows; it stays in sight below the list. */
export function BulkBar({ count, onClear, offer, children }: Props) {
  if (count === 0) return null;
  return (
    <section
      id="chosen-rows"
      tabIndex={-1}
      aria-label="Chosen rows"
      className="enter sticky bottom-3 z-20 flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-raised px-4 py-3 shadow-float"
    >
      <div className="me-auto grid justify-items-start">
        <p role="status" className="font-semibold text-strong tabular-nums">
          {NUMBER.format(count)} selected
        </p>
        {offer}
      </div>
      {children}
      <Button variant="ghost" size="small" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
