import { expect, test } from 'bun:test';
import { toLeagueCounts } from './catalogue.ts';

test('ENT-37 the league fields come first', () => {
  const counts = { weeks: 90, sections: 91, resources: 92 };
  expect(
    toLeagueCounts({ weeksCount: 1, sectionsCount: 2, totalResources: 3, resourcesCount: 4, _count: counts }),
  ).toEqual({ weeks: 1, sections: 2, resources: 3 });
});

test('ENT-37 counted relations stand in, then 0; a zero is a count', () => {
  expect(toLeagueCounts({ resourcesCount: 4, _count: { weeks: 5, sections: 6, resources: 7 } })).toEqual({
    weeks: 5,
    sections: 6,
    resources: 4,
  });
  expect(toLeagueCounts({ weeksCount: 0, _count: { weeks: 5, resources: 7 } })).toEqual({
    weeks: 0,
    sections: 0,
    resources: 7,
  });
  expect(toLeagueCounts({ _count: null })).toEqual({ weeks: 0, sections: 0, resources: 0 });
});
