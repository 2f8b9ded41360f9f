import { countOf } from '#site/islands/shared/format/text.ts';

interface Holding {
  weeksCount: number;
  sectionsCount: number;
  resourcesCount: number;
  _count: { enrollments: number };
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** What a league holds, such as '2 modules, 5 topics and 1 enrollment'; '' where there is nothing. */
export function toContents({ weeksCount, sectionsCount, resourcesCount, _count }: Holding): string {
  const held: [number, string][] = [
    [weeksCount, 'module'],
    [sectionsCount, 'topic'],
    [resourcesCount, 'resource'],
    [_count.enrollments, 'enrollment'],
  ];
  return LIST.format(held.filter(([count]) => count > 0).map(([count, noun]) => countOf(count, noun)));
}
