import { countAll } from '../programme/count-all.ts';

interface Holding {
  weeksCount: number;
  sectionsCount: number;
  resourcesCount: number;
  _count: { enrollments: number };
}

/** What a league holds, such as '2 modules, 5 topics and 1 enrollment'; '' where there is nothing. */
export function toContents({ weeksCount, sectionsCount, resourcesCount, _count }: Holding): string {
  return countAll([
    [weeksCount, 'module'],
    [sectionsCount, 'topic'],
    [resourcesCount, 'resource'],
    [_count.enrollments, 'enrollment'],
  ]);
}
