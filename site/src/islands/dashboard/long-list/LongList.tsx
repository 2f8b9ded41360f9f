import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { countOf, toNumber } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { $shownCounts, FIRST_SHOWN, showEntries, toShown } from './long-list.ts';

interface Props<Entry> {
  entries: readonly Entry[];
  name: string;
  noun: string;
  first?: number;
  className: string;
  toKey: (entry: Entry) => string;
  children: (entry: Entry, index: number) => ReactNode;
}

export function LongList<Entry>({
  entries,
  name,
  noun,
  first = FIRST_SHOWN,
  className,
  toKey,
  children,
}: Props<Entry>) {
  const total = entries.length;
  const { count, isLong, more } = toShown({ name, total, first }, useStore($shownCounts));
  const list = useRef<HTMLUListElement>(null);
  const arrived = useRef(-1);
  const show = (wanted: number) => {
    arrived.current = count;
    showEntries(name, wanted);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever more is shown
  useEffect(() => {
    // Moves focus to the first new entry, since the pressed button moved or disappeared.
    const entry = list.current?.children[arrived.current];
    arrived.current = -1;
    if (!(entry instanceof HTMLElement)) return;
    (entry.querySelector<HTMLElement>('a, button') ?? entry).focus({ preventScroll: true });
  }, [count]);
  return (
    <>
      <ul ref={list} className={className}>
        {entries.slice(0, count).map((entry, index) => (
          <li key={toKey(entry)} tabIndex={-1}>
            {children(entry, index)}
          </li>
        ))}
      </ul>
      {isLong ? (
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <p role="status" className="mr-auto text-sm text-muted">
            {count < total
              ? `Showing ${toNumber(count)} of ${countOf(total, noun)}`
              : `All ${countOf(total, noun)}`}
          </p>
          {more > 0 ? (
            <Button variant="secondary" onClick={() => show(count + more)}>
              Show {more} more<span className="sr-only"> {noun}s</span>
            </Button>
          ) : null}
          {count < total ? (
            <Button variant={more > 0 ? 'ghost' : 'secondary'} onClick={() => show(total)}>
              Show all {toNumber(total)}
              <span className="sr-only"> {noun}s</span>
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
