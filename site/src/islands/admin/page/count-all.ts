import { countOf } from '#site/islands/shared/format/text.ts';
import { onFirstUse } from '#site/on-first-use.ts';

const listFormat = onFirstUse(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }));

/** '2 modules, 5 topics and 1 enrollment'; '' if all counts are zero. */
export function countAll(held: readonly [count: number, noun: string][]): string {
  return listFormat().format(
    held.filter(([count]) => count > 0).map(([count, noun]) => countOf(count, noun)),
  );
}
