import type { ReactNode } from 'react';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';

interface Props {
  count: number;
  onClear: () => void;
  offer?: ReactNode;
  children: ReactNode;
}

export function BulkBar({ count, onClear, offer, children }: Props) {
  if (count === 0) return null;
  return (
    <section
      id="chosen-rows"
      tabIndex={-1}
      aria-label="Chosen rows"
      className="enter sticky bottom-3 z-20 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line-strong bg-raised px-4 py-3 shadow-float"
    >
      <div className="grid justify-items-start">
        <p role="status" className="font-semibold text-strong tabular-nums">
          {toNumber(count)} selected
        </p>
        {offer}
      </div>
      <Button variant="ghost" size="small" className="max-sm:-me-3 sm:me-auto" onClick={onClear}>
        Clear selection
      </Button>
      <div className="grid grow grid-cols-2 gap-2 max-sm:*:px-1 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 sm:flex sm:grow-0 sm:flex-wrap sm:gap-3">
        {children}
      </div>
    </section>
  );
}
