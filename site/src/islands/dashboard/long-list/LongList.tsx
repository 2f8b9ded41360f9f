import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import type { FootProps } from './ListFoot.tsx';
import { $shownCounts, FIRST_SHOWN, showEntries, toShown } from './long-list.ts';

const ListFoot = lazyPart(async () => (await import('./ListFoot.tsx')).ListFoot, PlainFoot);

// Used until ListFoot loads, or if it fails to.
function PlainFoot({ count, total, noun, onShow }: FootProps) {
  if (count === total) return null;
  return (
    <Button variant="secondary" className="mt-5" onClick={() => onShow(total)}>
      Show all {toNumber(total)}
      <span className="sr-only"> {noun}s</span>
    </Button>
  );
}

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
        <Suspense fallback={<div className="mt-5 min-h-11" />}>
          <ListFoot noun={noun} count={count} total={total} more={more} onShow={show} />
        </Suspense>
      ) : null}
    </>
  );
}
