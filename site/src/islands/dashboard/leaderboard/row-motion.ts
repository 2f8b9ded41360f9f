import { type RefObject, useLayoutEffect, useRef } from 'react';

const GLIDE_MS = 320;

/** Animates rows (data-row) to their new positions, except under reduced motion. */
export function useRowMotion(rows: readonly unknown[]): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew whenever the rows are others
  useLayoutEffect(() => {
    const before = tops.current;
    const after = new Map<string, number>();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of body.current?.querySelectorAll<HTMLElement>('tr[data-row]:not([data-own])') ?? []) {
      const id = row.dataset.row ?? '';
      const top = row.offsetTop;
      after.set(id, top);
      const was = before.get(id);
      if (isCalm || was === undefined || was === top) continue;
      row.animate([{ transform: `translateY(${was - top}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'ease-out',
      });
    }
    tops.current = after;
  }, [rows]);
  return body;
}
